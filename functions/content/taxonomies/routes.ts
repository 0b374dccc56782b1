// Taxonomies: terms with fields, by which nodes, entries and products are filtered.

import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { KeyQuery } from "#core/records/schema.ts";
import { TAXONOMY } from "#lib/content/taxonomies/errors.ts";
import { RemoveTaxonomyChildren } from "#lib/content/taxonomies/messages.ts";
import {
  ChildrenQuery,
  CreateTaxonomy,
  TaxonomyPage,
  TaxonomyQuery,
  TaxonomyView,
  UpdateTaxonomy,
} from "#lib/content/taxonomies/schema.ts";

export const taxonomies = routes("content/taxonomies", "/v1/stores/{storeId}/taxonomies", {
  createTaxonomy: post("", {
    summary: "Create a taxonomy",
    needs: "WRITE",
    body: CreateTaxonomy,
    returns: TaxonomyView,
    status: 201,
    errors: [TAXONOMY.KEY_TAKEN, TAXONOMY.PARENT_NOT_FOUND, TAXONOMY.TOO_DEEP],
    emits: ["taxonomy.created"],
  }),
  listTaxonomies: get("", {
    summary: "Taxonomies of a store",
    description: "`parent_id=null` lists those without a parent.",
    needs: "public",
    also: ["/v1/storefront/{storeId}/taxonomies"],
    query: TaxonomyQuery,
    returns: TaxonomyPage,
  }),
  getTaxonomy: get("/{taxonomyId}", {
    summary: "One taxonomy, by id or by key",
    needs: "public",
    also: ["/v1/storefront/{storeId}/taxonomies/{taxonomyId}"],
    query: KeyQuery,
    returns: TaxonomyView,
  }),
  listTaxonomyChildren: get("/{taxonomyId}/children", {
    summary: "The direct children of a taxonomy",
    needs: "public",
    also: ["/v1/storefront/{storeId}/taxonomies/{taxonomyId}/children"],
    query: ChildrenQuery,
    returns: TaxonomyPage,
  }),
  updateTaxonomy: put("/{taxonomyId}", {
    summary: "Change or move a taxonomy",
    needs: "WRITE",
    body: UpdateTaxonomy,
    returns: TaxonomyView,
    errors: [TAXONOMY.KEY_TAKEN, TAXONOMY.CYCLE, TAXONOMY.PARENT_NOT_FOUND, TAXONOMY.TOO_DEEP],
    emits: ["taxonomy.updated"],
  }),
  deleteTaxonomy: del("/{taxonomyId}", {
    summary: "Delete a taxonomy, its descendants, and all references to them",
    needs: "WRITE",
    returns: Deleted,
    emits: ["taxonomy.deleted"],
  }),
});

export const taxonomyWorkers = workers("content/taxonomies", {
  removeTaxonomyChildren: {
    summary: "Deletes the taxonomies below a deleted one",
    trigger: { kind: "queue", message: RemoveTaxonomyChildren, batchSize: 1 },
    emits: ["taxonomy.deleted"],
    timeout: 60,
  },
});
