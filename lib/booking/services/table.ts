import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { facet, terms } from "#core/dynamo/terms.ts";
import { Service } from "./schema.ts";

export const services = entity({
  name: "service",
  schema: Service,
  pk: "TENANT#{businessId}#SERVICE",
  sk: "{id}",
  indexes: {
    list: "TENANT#{businessId}#SERVICE#{status}",
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

/** Finds the tenant of a service that a flat path names. */
export const serviceTenants = entity({
  name: "service_tenant",
  schema: z.object({ service_id: z.string(), businessId: z.string() }),
  pk: "SERVICE#{service_id}",
  sk: "TENANT",
  tenant: "businessId",
  deletion: { tenant: { below: "service", slot: "service_id" }, person: "unaffected" },
});

/** Makes a key, or a slug in a language, one service's or one provider's. */
export const bookableNames = entity({
  name: "bookable_name",
  schema: z.object({ businessId: z.string(), kind: z.string(), text: z.string(), id: z.string() }),
  pk: "TENANT#{businessId}#BOOKABLE_NAME",
  sk: "{kind}#{text}",
  tenant: "businessId",
  deletion: { tenant: "partition", person: "unaffected" },
});
