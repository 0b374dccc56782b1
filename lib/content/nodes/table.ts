import { entity } from "#core/dynamo/entity.ts";
import { facet, narrowingFacet, searchTerms } from "#core/dynamo/terms.ts";
import { nameEntity, ROOT } from "#core/records/names.ts";
import { NODE_EVENTS } from "./events.ts";
import { Node, NodeView, taxonomyTermsOf } from "./schema.ts";

export const nodes = entity({
  name: "node",
  schema: Node,
  pk: "TENANT#{store_id}#NODE",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#NODE#{status}",
    child: "TENANT#{store_id}#NODE#{parent}#{status}",
    by_updated: "{updated_at}#{id}",
    by_key: "{key}#{id}",
  },
  computed: ({ parent_id }) => ({ parent: parent_id ?? ROOT }),
  terms: termsOf,
  asText: { but: [] },
  tenant: "store_id",
  announces: { events: NODE_EVENTS, shows: NodeView },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const nodeNames = nameEntity(nodes);

/** The search terms of a node: its words, its type, its taxonomies and their field values. */
export function termsOf(node: Node): string[] {
  const { taxonomies, values } = taxonomyTermsOf(node);
  const facets = [facet("type", node.type), ...taxonomies.map((id) => facet("taxonomy", id))];
  const details = values.map(({ name, value }) => narrowingFacet(name, value));
  return [...searchTerms([node.key, ...Object.values(node.slug)], facets), ...details];
}
