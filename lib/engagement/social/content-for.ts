import { LIMITS } from "./limits.ts";
import { type Content, type ProviderType, textIn } from "./schema.ts";

/** What networks call the words of a post. */
const WORDS = ["text", "caption", "description"];
/** Where content names its files, whichever network it is for. */
const FILES = ["media_ids", "video_media_id"];

/** Every field that content may have: it has one shape, and each network takes what it knows of it. */
export const CONTENT_FIELDS: ReadonlySet<string> = new Set([
  "type",
  ...FILES,
  ...Object.values(LIMITS).flatMap(({ fields }) => fields),
]);

/** Content as a network takes it: its own fields, with the words of the post under its own name for them. */
export function contentFor(type: ProviderType, content: Content): Content {
  const { fields } = LIMITS[type];
  const own = Object.entries(content).filter(([field]) => fields.includes(field) || FILES.includes(field));
  const [words, said] = [
    WORDS.find((field) => fields.includes(field)),
    WORDS.find((field) => textIn(content, field)),
  ];
  const isSaid = words === undefined || textIn(content, words) !== "";
  return { ...Object.fromEntries(own), ...(!isSaid && said ? { [words]: content[said] } : {}) };
}
