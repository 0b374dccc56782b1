import type { Context } from "#core/context.ts";
import type { Event } from "#core/events.ts";
import { removeTaxonomyFromRecords } from "#lib/content/taxonomies/remove-from-records.ts";
import { providerKind, serviceKind } from "./kind.ts";
import { UnfileProviders, UnfileServices } from "./messages.ts";
import { providerReplacement } from "./providers.ts";
import { serviceReplacement } from "./services.ts";

/** Removes a deleted taxonomy from the services that have it. */
export function unfileServices(ctx: Context, event: Event, patience?: number): Promise<void> {
  return removeTaxonomyFromRecords(
    ctx,
    event,
    { kind: serviceKind, message: UnfileServices, stamp: "updatedAt", rewrite: serviceReplacement },
    patience,
  );
}

/** Removes a deleted taxonomy from the providers that have it. */
export function unfileProviders(ctx: Context, event: Event, patience?: number): Promise<void> {
  return removeTaxonomyFromRecords(
    ctx,
    event,
    { kind: providerKind, message: UnfileProviders, stamp: "updatedAt", rewrite: providerReplacement },
    patience,
  );
}
