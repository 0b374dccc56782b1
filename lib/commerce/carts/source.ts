import { DAY } from "#core/seconds.ts";
import { DIRECT, OTHER, type Source, type SourceInput } from "./source-schema.ts";

/** What a name of a source may be: it is free text of a visitor's page. */
const WORD = /^[a-z0-9._-]{1,60}$/;
/** Seconds after a click within which a sale is of the newsletter that led to it. */
const EDITION_COUNTS = 7 * DAY;
/** What begins the `ref` of a link in a newsletter. */
const EDITION = "nl";

/** What a cart keeps of where its visitor says to come from; null where nothing is said. */
export function sourceFrom(sent: SourceInput, now: number): Source | null {
  const { utm_source, utm_medium, utm_campaign, referrer, ref } = sent;
  const edition = editionIn(ref ?? "", now);
  const host = hostOf(referrer ?? "");
  if (!utm_source && host === null && !edition) return null;
  const name = utm_source ? named(utm_source, utm_medium ?? "") : (host ?? DIRECT);
  return { name, campaign: utm_campaign ? word(utm_campaign) : null, edition, at: now };
}

/** What a sale of now is said to come from. */
export function sourceName({ edition, name }: Source, now: number): string {
  return edition && now - edition.at <= EDITION_COUNTS ? `newsletter:${edition.id}` : name;
}

/** The `ref` that a link in a newsletter gets as it is clicked. */
export function editionRef(id: string, now: number): string {
  return `${EDITION}.${id}.${now.toString(36)}`;
}

function editionIn(ref: string, now: number): Source["edition"] {
  const [mark, id = "", at = "", more] = ref.split(".");
  if (
    mark !== EDITION ||
    more !== undefined ||
    !/^[A-Za-z0-9_-]{1,60}$/.test(id) ||
    !/^[0-9a-z]{1,8}$/.test(at)
  )
    return null;
  // A click is never later than what comes of it.
  return { id, at: Math.min(Number.parseInt(at, 36), now) };
}

function named(source: string, medium: string): string {
  const [one, other] = [word(source), medium === "" ? "" : word(medium)];
  return one === OTHER || other === "" ? one : `${one}/${other}`;
}

function word(text: string): string {
  const lower = text.trim().toLowerCase();
  return WORD.test(lower) ? lower : OTHER;
}

function hostOf(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { hostname } = new URL(referrer);
  return hostname === "" ? null : word(hostname);
}
