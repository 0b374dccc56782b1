import { DAY } from "#core/seconds.ts";
import { DIRECT, OTHER, type Source, type VisitSourceInput } from "./source-schema.ts";

/** Allowed names of a source, because any text can be sent as a source. */
const SOURCE_NAME = /^[a-z0-9._-]{1,60}$/;
/** Seconds after a click during which a sale counts for the newsletter. */
const EDITION_WINDOW = 7 * DAY;
/** Prefix of the `ref` of a newsletter's link. */
const EDITION_PREFIX = "nl";

/** The source that a cart stores; null if the visitor names none. */
export function sourceFrom(sent: VisitSourceInput, now: number): Source | null {
  const { utm_source, utm_medium, utm_campaign, referrer, ref } = sent;
  const edition = editionIn(ref ?? "", now);
  const host = hostOf(referrer ?? "");
  if (!utm_source && host === null && !edition) return null;
  const name = utm_source ? sourceNameOf(utm_source, utm_medium ?? "") : (host ?? DIRECT);
  return { name, campaign: utm_campaign ? cleanName(utm_campaign) : null, edition, at: now };
}

/** The name of the source for which a sale at a time counts. */
export function sourceName({ edition, name }: Source, now: number): string {
  return edition && now - edition.at <= EDITION_WINDOW ? `newsletter:${edition.id}` : name;
}

export function editionRef(id: string, now: number): string {
  return `${EDITION_PREFIX}.${id}.${now.toString(36)}`;
}

function editionIn(ref: string, now: number): Source["edition"] {
  const [mark, id = "", at = "", more] = ref.split(".");
  if (
    mark !== EDITION_PREFIX ||
    more !== undefined ||
    !/^[A-Za-z0-9_-]{1,60}$/.test(id) ||
    !/^[0-9a-z]{1,8}$/.test(at)
  )
    return null;
  // A click cannot be in the future.
  return { id, at: Math.min(Number.parseInt(at, 36), now) };
}

function sourceNameOf(source: string, medium: string): string {
  const [one, other] = [cleanName(source), medium === "" ? "" : cleanName(medium)];
  return one === OTHER || other === "" ? one : `${one}/${other}`;
}

function cleanName(text: string): string {
  const lower = text.trim().toLowerCase();
  return SOURCE_NAME.test(lower) ? lower : OTHER;
}

function hostOf(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { hostname } = new URL(referrer);
  return hostname === "" ? null : cleanName(hostname);
}
