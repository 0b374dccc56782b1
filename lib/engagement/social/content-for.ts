import { LIMITS } from "./limits.ts";
import { type Content, type ProviderType, textIn } from "./schema.ts";

/** Fields in which networks expect the text of a post. */
const TEXT_FIELDS = ["text", "caption", "description"];
/** Fields that name files, equal on every network. */
const FILE_FIELDS = ["media_ids", "video_media_id"];

/** The fields of all networks. Content may have any of them; each network uses its own. */
export const CONTENT_FIELDS: ReadonlySet<string> = new Set([
  "type",
  ...FILE_FIELDS,
  ...Object.values(LIMITS).flatMap(({ fields }) => fields),
]);

/** The part of content that a network uses, with the text in the field that it expects. */
export function contentFor(type: ProviderType, content: Content): Content {
  const { fields } = LIMITS[type];
  const own = Object.entries(content).filter(
    ([field]) => fields.includes(field) || FILE_FIELDS.includes(field),
  );
  const [ownField, sentField] = [
    TEXT_FIELDS.find((field) => fields.includes(field)),
    TEXT_FIELDS.find((field) => textIn(content, field)),
  ];
  const hasOwnText = ownField === undefined || textIn(content, ownField) !== "";
  return {
    ...Object.fromEntries(own),
    ...(!hasOwnText && sentField ? { [ownField]: content[sentField] } : {}),
  };
}
