import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { facet, terms } from "#core/dynamo/terms.ts";
import { Provider } from "./schema.ts";

export const providers = entity({
  name: "provider",
  schema: Provider,
  pk: "TENANT#{businessId}#PROVIDER",
  sk: "{id}",
  indexes: {
    list: "TENANT#{businessId}#PROVIDER#{status}",
    by_updated: "{updatedAt}#{id}",
    by_key: "{key}#{id}",
  },
  terms: ({ key, name, slug, taxonomies }) =>
    terms(
      [key, name, ...Object.values(slug)],
      [...new Set(taxonomies.map(({ taxonomy_id }) => facet("taxonomy", taxonomy_id)))],
    ),
  tenant: "businessId",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Finds the tenant of a provider that a flat path names. */
export const providerTenants = entity({
  name: "provider_tenant",
  schema: z.object({ provider_id: z.string(), businessId: z.string() }),
  pk: "PROVIDER#{provider_id}",
  sk: "TENANT",
  tenant: "businessId",
  deletion: { tenant: { below: "provider", slot: "provider_id" }, person: "unaffected" },
});
