import { defineErrors } from "#core/errors.ts";

export const NODE = defineErrors("NODE", {
  KEY_TAKEN: [409, "A node with the key {key} already exists."],
  SLUG_TAKEN: [409, "Another node has the slug {slug} in the language {locale}."],
  CYCLE: [409, "A node cannot be moved below itself."],
  PARENT_NOT_FOUND: [400, "The parent node {parent} was not found."],
  TOO_DEEP: [400, "Nodes can be at most {levels} levels deep."],
});
