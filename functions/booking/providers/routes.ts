// Providers are the people, rooms and things that can be booked.

import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { LookupQuery } from "#core/records/schema.ts";
import { PROVIDER } from "#lib/booking/bookables/errors.ts";
import { UnfileProviders } from "#lib/booking/bookables/messages.ts";
import {
  CreateProvider,
  ProviderPage,
  ProviderQuery,
  ProviderView,
  UpdateProvider,
} from "#lib/booking/bookables/provider-schema.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";

const nameErrors = [PROVIDER.KEY_TAKEN, PROVIDER.SLUG_TAKEN];

export const providers = routes("booking/providers", "/v1/businesses/{businessId}/providers", "business", {
  createProvider: post("", {
    summary: "Create a provider: a person, room or machine that can be booked",
    needs: "WRITE",
    body: CreateProvider,
    returns: ProviderView,
    status: 201,
    errors: nameErrors,
    emits: ["provider.created", "service.updated"],
  }),
  listProviders: get("", {
    summary: "Providers of a business",
    description: "`from` and `to` keep only those with a free slot in that time.",
    needs: "public",
    also: ["/v1/storefront/{storeId}/providers"],
    query: ProviderQuery,
    returns: ProviderPage,
    errors: [GENERAL.NOT_FOUND, SCHEDULE.INVALID_TIME_RANGE],
  }),
  getProvider: get("/{providerId}", {
    summary: "One provider, by id, key or slug",
    needs: "public",
    also: ["/v1/storefront/{storeId}/providers/{providerId}"],
    query: LookupQuery,
    returns: ProviderView,
    errors: [GENERAL.NOT_FOUND],
  }),
  updateProvider: put("/{providerId}", {
    summary: "Change a provider",
    needs: "WRITE",
    body: UpdateProvider,
    returns: ProviderView,
    errors: [...nameErrors, GENERAL.NOT_FOUND],
    emits: ["provider.updated", "service.updated"],
  }),
  deleteProvider: del("/{providerId}", {
    summary: "Delete a provider; its bookings stay",
    needs: "WRITE",
    returns: Deleted,
    errors: [GENERAL.NOT_FOUND],
    emits: ["provider.deleted", "service.updated"],
  }),
});

export const providerWorkers = workers("booking/providers", {
  unfileProviders: {
    summary: "Removes a deleted taxonomy from providers",
    trigger: { kind: "queue", message: UnfileProviders, batchSize: 1 },
    on: ["taxonomy.deleted"],
    emits: ["provider.updated"],
    timeout: 60,
  },
});
