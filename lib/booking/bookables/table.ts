// Services and providers are one kind of record with two declarations.

import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { facet, searchTerms } from "#core/dynamo/terms.ts";
import { nameEntity } from "#core/records/names.ts";
import type { Bookable } from "./bookable-schema.ts";
import { PROVIDER_EVENTS, SERVICE_EVENTS } from "./events.ts";
import { Provider, ProviderView } from "./provider-schema.ts";
import { Service, ServiceView } from "./service-schema.ts";
import { viewService } from "./view.ts";

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
  terms: termsOf,
  asText: { but: [] },
  tenant: "businessId",
  announces: { events: SERVICE_EVENTS, shows: ServiceView, view: (service) => viewService(service) },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const serviceNames = nameEntity(services);

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
  terms: termsOf,
  asText: { but: [] },
  tenant: "businessId",
  announces: { events: PROVIDER_EVENTS, shows: ProviderView },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const providerNames = nameEntity(providers);

/** The tenant of each service, for paths that name only the service. */
export const serviceTenants = entity({
  name: "service_tenant",
  schema: z.object({ service_id: z.string(), businessId: z.string() }),
  pk: "SERVICE#{service_id}",
  sk: "TENANT",
  tenant: "businessId",
  deletion: { tenant: { below: "service", slot: "service_id" }, person: "unaffected" },
});

/** The tenant of each provider, for paths that name only the provider. */
export const providerTenants = entity({
  name: "provider_tenant",
  schema: z.object({ provider_id: z.string(), businessId: z.string() }),
  pk: "PROVIDER#{provider_id}",
  sk: "TENANT",
  tenant: "businessId",
  deletion: { tenant: { below: "provider", slot: "provider_id" }, person: "unaffected" },
});

function termsOf({ key, name, slug, taxonomies }: Bookable): string[] {
  const filed = new Set(taxonomies.map(({ taxonomy_id }) => facet("taxonomy", taxonomy_id)));
  return searchTerms([key, name, ...Object.values(slug)], [...filed]);
}
