import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { searchTerms } from "#core/dynamo/terms.ts";
import { nameEntity, ROOT } from "#core/records/names.ts";
import { TAXONOMY_EVENTS } from "./events.ts";
import { Taxonomy, TaxonomyView } from "./schema.ts";

export const taxonomies = entity({
  name: "taxonomy",
  schema: Taxonomy,
  pk: "TENANT#{store_id}#TAXONOMY",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#TAXONOMY#{status}",
    child: "TENANT#{store_id}#TAXONOMY#{parent}#{status}",
    by_updated: "{updated_at}#{id}",
    by_key: "{key}#{id}",
  },
  computed: ({ parent_id }) => ({ parent: parent_id ?? ROOT }),
  terms: ({ key }) => searchTerms([key]),
  asText: { but: [] },
  tenant: "store_id",
  announces: { events: TAXONOMY_EVENTS, shows: TaxonomyView },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const taxonomyNames = nameEntity(taxonomies);

/**
 * A deleted taxonomy whose descendants are still being deleted. While one exists, every read checks that the ancestors
 * of each taxonomy exist up to the root, and hides the others.
 */
export const runningDeletions = entity({
  name: "taxonomy_cut",
  schema: z.object({ store_id: z.string(), taxonomy_id: z.string() }),
  pk: "TENANT#{store_id}#TAXONOMY_CUT",
  sk: "{taxonomy_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
