import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    confirm: "Orders to confirm",
    counting: "An older store is still being counted; the numbers may rise.",
    hide: "Hide checklist",
    nothing: "Nothing waits. Well done.",
    returns: "Returns to decide",
    setUp: "Set up your store",
    ship: "Orders to ship",
    title: "Today",
    toDo: "To do",
    unpaid: "Orders to be paid",
  },
  {
    confirm: "Bestellungen zu bestätigen",
    counting: "Ein älteres Geschäft wird noch gezählt; die Zahlen können steigen.",
    hide: "Liste ausblenden",
    nothing: "Nichts wartet. Gut gemacht.",
    returns: "Rückgaben zu entscheiden",
    setUp: "Richte dein Geschäft ein",
    ship: "Bestellungen zu versenden",
    title: "Heute",
    toDo: "Zu tun",
    unpaid: "Unbezahlte Bestellungen",
  },
);
