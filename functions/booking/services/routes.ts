// Services: their durations, prices and providers.

import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { LookupQuery } from "#core/records/schema.ts";
import { SERVICE } from "#lib/booking/bookables/errors.ts";
import { UnfileServices } from "#lib/booking/bookables/messages.ts";
import {
  ConnectionList,
  ConnectProvider,
  CreateService,
  ServicePage,
  ServiceProviderView,
  ServiceQuery,
  ServiceView,
  UpdateService,
  UpdateServiceProvider,
} from "#lib/booking/bookables/service-schema.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";

const nameErrors = [SERVICE.KEY_TAKEN, SERVICE.SLUG_TAKEN];

export const services = routes("booking/services", "/v1/businesses/{businessId}/services", "business", {
  createService: post("", {
    summary: "Create a service that can be booked",
    needs: "WRITE",
    body: CreateService,
    returns: ServiceView,
    status: 201,
    errors: nameErrors,
    emits: ["service.created"],
  }),
  listServices: get("", {
    summary: "Services of a business",
    description: "`from` and `to` keep only those with a free slot in that time.",
    needs: "public",
    also: ["/v1/storefront/{storeId}/services"],
    query: ServiceQuery,
    returns: ServicePage,
    errors: [GENERAL.NOT_FOUND, SCHEDULE.INVALID_TIME_RANGE],
  }),
  getService: get("/{serviceId}", {
    summary: "One service, by id, key or slug",
    needs: "public",
    also: ["/v1/storefront/{storeId}/services/{serviceId}"],
    query: LookupQuery,
    returns: ServiceView,
    errors: [GENERAL.NOT_FOUND],
  }),
  updateService: put("/{serviceId}", {
    summary: "Change a service",
    needs: "WRITE",
    body: UpdateService,
    returns: ServiceView,
    errors: [...nameErrors, GENERAL.NOT_FOUND],
    emits: ["service.updated"],
  }),
  deleteService: del("/{serviceId}", {
    summary: "Delete a service; its bookings stay",
    needs: "WRITE",
    returns: Deleted,
    errors: [GENERAL.NOT_FOUND],
    emits: ["service.deleted"],
  }),
  listServiceProviders: get("/{serviceId}/providers", {
    summary: "Providers of a service, and how each offers it",
    needs: "public",
    also: ["/v1/storefront/{storeId}/services/{serviceId}/providers"],
    returns: ConnectionList,
    errors: [GENERAL.NOT_FOUND],
  }),
  connectProvider: post("/{serviceId}/providers", {
    summary: "Let a provider offer a service",
    needs: "WRITE",
    body: ConnectProvider,
    returns: ServiceProviderView,
    status: 201,
    errors: [SERVICE.ALREADY_CONNECTED, ...nameErrors, GENERAL.NOT_FOUND],
    emits: ["service.updated"],
  }),
  updateConnection: put("/{serviceId}/providers/{connectionId}", {
    summary: "Change how a provider offers a service",
    needs: "WRITE",
    body: UpdateServiceProvider,
    returns: ServiceProviderView,
    errors: [...nameErrors, GENERAL.NOT_FOUND],
    emits: ["service.updated"],
  }),
  disconnectProvider: del("/{serviceId}/providers/{connectionId}", {
    summary: "Stop a provider from offering a service",
    needs: "WRITE",
    returns: Deleted,
    errors: [...nameErrors, GENERAL.NOT_FOUND],
    emits: ["service.updated"],
  }),
});

export const serviceWorkers = workers("booking/services", {
  unfileServices: {
    summary: "Removes a deleted taxonomy from services",
    trigger: { kind: "queue", message: UnfileServices, batchSize: 1 },
    on: ["taxonomy.deleted"],
    emits: ["service.updated"],
    timeout: 60,
  },
});
