import { catalogue, type Words } from "#console/shared/texts.ts";
import type { Day } from "./week.ts";

const DAY_NAMES: Record<Day, Words> = {
  monday: ["Monday", "Montag"],
  tuesday: ["Tuesday", "Dienstag"],
  wednesday: ["Wednesday", "Mittwoch"],
  thursday: ["Thursday", "Donnerstag"],
  friday: ["Friday", "Freitag"],
  saturday: ["Saturday", "Samstag"],
  sunday: ["Sunday", "Sonntag"],
};

export const dayName = (day: Day): Words => DAY_NAMES[day];
export const OTHER_DAYS: Words = ["Other days", "Andere Tage"];

export const t = catalogue(
  {
    addDay: "Add day",
    addHours: (day: string) => `Add hours on ${day}`,
    backwards: "This is before the begin.",
    closed: "Closed",
    copy: "Use for Tuesday to Friday",
    date: "Date",
    from: (day: string, at: number) => (at === 0 ? `${day} from` : `${day} from, ${at + 1}`),
    isClosed: "Closed",
    newDay: "Another day",
    newProvider: "New provider",
    noOthers: "No holidays, and no days at other hours.",
    noProviders: "There is nobody to book yet. Add a provider first.",
    open: (day: string) => `Open on ${day}`,
    others: "Holidays and other days",
    provider: "Provider",
    removeDay: "Remove day",
    removeHours: (day: string) => `Remove hours on ${day}`,
    settings: "Settings",
    title: "Working hours",
    to: (day: string, at: number) => (at === 0 ? `${day} to` : `${day} to, ${at + 1}`),
    usual: "Monday to Friday, 9 to 17",
    week: "The week",
    yearly: "Every year",
  },
  {
    addDay: "Tag hinzufügen",
    addHours: (day) => `Weitere Zeit am ${day}`,
    backwards: "Das ist vor dem Anfang.",
    closed: "Geschlossen",
    copy: "Für Dienstag bis Freitag übernehmen",
    date: "Datum",
    from: (day, at) => (at === 0 ? `${day} von` : `${day} von, ${at + 1}`),
    isClosed: "Geschlossen",
    newDay: "Ein anderer Tag",
    newProvider: "Neue Mitarbeitende",
    noOthers: "Keine Feiertage und keine Tage mit anderen Zeiten.",
    noProviders: "Noch gibt es niemanden zum Buchen. Leg zuerst Mitarbeitende an.",
    open: (day) => `Geöffnet am ${day}`,
    others: "Feiertage und andere Tage",
    provider: "Mitarbeitende",
    removeDay: "Tag entfernen",
    removeHours: (day) => `Zeit am ${day} entfernen`,
    settings: "Einstellungen",
    title: "Arbeitszeiten",
    to: (day, at) => (at === 0 ? `${day} bis` : `${day} bis, ${at + 1}`),
    usual: "Montag bis Freitag, 9 bis 17",
    week: "Die Woche",
    yearly: "Jedes Jahr",
  },
);
