import { kind } from "#core/records/kind.ts";
import { languageOfTenant } from "#lib/tenancy/tenants/service.ts";
import { STATUSES } from "./bookable-schema.ts";
import { PROVIDER, SERVICE } from "./errors.ts";
import { isPublished } from "./status.ts";
import { providerNames, providers, serviceNames, services } from "./table.ts";

const kindOptions = {
  statuses: STATUSES,
  open: "ACTIVE",
  isOpen: isPublished,
  language: languageOfTenant,
} as const;

export const serviceKind = kind({
  ...kindOptions,
  entity: services,
  names: serviceNames,
  idPrefix: "svc",
  taken: SERVICE,
});

export const providerKind = kind({
  ...kindOptions,
  entity: providers,
  names: providerNames,
  idPrefix: "prov",
  taken: PROVIDER,
});
