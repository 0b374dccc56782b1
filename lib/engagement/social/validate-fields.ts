import { fieldError } from "#core/errors.ts";
import { isBlank } from "#core/texts/blank.ts";
import { CONTENT_FIELDS } from "./content-for.ts";
import type { Limits, Placement, TextLimit } from "./limit.ts";
import { LIMITS } from "./limits.ts";
import { type Content, type ProviderType, type PublicationProblem, textIn } from "./schema.ts";
import { lengthOf } from "./text-length.ts";

const UNITS = {
  code_points: "characters",
  utf16: "characters (UTF-16 units)",
  bytes: "bytes",
  weighted: "characters as the network counts them",
} as const;

/** Problems with the shape of content: unknown fields and wrong types. Fields of other networks are ignored. */
export function checkFields(type: ProviderType, content: Content): PublicationProblem[] {
  const { fields, privacy, placements } = LIMITS[type];
  const own = ["type", "media_ids", "video_media_id", ...fields];
  const given = Object.entries(content).filter(([, value]) => value !== undefined && value !== null);
  return given.flatMap(([field, value]) => {
    if (!CONTENT_FIELDS.has(field)) return [fieldError(field, "is not a field of content", "FIELD.UNKNOWN")];
    if (!own.includes(field)) return [];
    if (field === "type")
      return value === type ? [] : [fieldError(field, `must be ${type}, the account's own`)];
    if (field === "media_ids") return isTexts(value) ? [] : [typeProblem(field, "a list of media ids")];
    if (field === "share_to_feed")
      return typeof value === "boolean" ? [] : [typeProblem(field, "true or false")];
    if (typeof value !== "string") return [typeProblem(field, "a text")];
    const words =
      field === "privacy" ? privacy : field === "placement" ? placements.map(({ name }) => name) : undefined;
    return !words || words.includes(value) ? [] : [fieldError(field, `must be one of ${words.join(", ")}`)];
  });
}

/** Problems with the texts of content. */
export function checkTexts(
  limits: Limits,
  { texts }: Placement,
  content: Content,
  hasMedia: boolean,
): PublicationProblem[] {
  const problems = texts.flatMap((limit) => checkText(limit, textIn(content, limit.field)));
  const link = textIn(content, "link_url");
  if (link && !/^https?:$/.test(URL.parse(link)?.protocol ?? "")) {
    problems.push(fieldError("link_url", "must be an address that begins with https://"));
  }
  const isEmpty = texts.every(({ field }) => isBlank(textIn(content, field)));
  const [first] = texts;
  if (isEmpty && !hasMedia && !(limits.link && link) && first && problems.length === 0) {
    problems.push(
      fieldError(first.field, "must say something where there are no media", "FIELD.REQUIRED_MISSING"),
    );
  }
  return problems;
}

function checkText(
  { field, max, unit, required, without, hashtags, mentions }: TextLimit,
  text: string,
): PublicationProblem[] {
  if (required && text.trim() === "") return [fieldError(field, "is required", "FIELD.REQUIRED_MISSING")];
  const problems: PublicationProblem[] = [];
  const length = lengthOf(text, unit);
  if (length > max) problems.push(fieldError(field, `has ${length} ${UNITS[unit]}, and ${max} is the most`));
  const bad = [...(without ?? "")].find((character) => text.includes(character));
  if (bad) problems.push(fieldError(field, `must not contain ${bad}`));
  const tags = countMatches(text, /(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]+/gu);
  if (hashtags !== undefined && tags > hashtags)
    problems.push(fieldError(field, `has ${tags} hashtags, and ${hashtags} is the most`));
  const names = countMatches(text, /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]+/gu);
  if (mentions !== undefined && names > mentions)
    problems.push(fieldError(field, `has ${names} mentions, and ${mentions} is the most`));
  return problems;
}

function countMatches(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function isTexts(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((each) => typeof each === "string" && each.length > 0 && each.length <= 200)
  );
}

function typeProblem(field: string, what: string): PublicationProblem {
  return fieldError(field, `must be ${what}`, "FIELD.TYPE_MISMATCH");
}
