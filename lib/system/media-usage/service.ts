// The usage of media files by records.

import type { Context } from "#core/context.ts";
import type { Event } from "#core/events.ts";
import { mediaOfProvider, mediaOfService } from "#lib/booking/bookables/read.ts";
import { mediaOfProduct } from "#lib/commerce/products/service.ts";
import { mediaOfEntry } from "#lib/content/entries/service.ts";
import { mediaOfEntry as mediaOfBusinessEntry } from "#lib/content/legacy-content/service.ts";
import { type MediaOf, trackUsageOf } from "#lib/content/media/usage.ts";
import { mediaOfNode } from "#lib/content/nodes/service.ts";

/** Reads the files to which a record refers, by the resource of its events. */
const MEDIA_READERS: Record<string, MediaOf> = {
  node: mediaOfNode,
  service: mediaOfService,
  provider: mediaOfProvider,
  product: mediaOfProduct,
  // Entries of both interfaces announce themselves as `entry`.
  entry: async (tenantId, id) => (await mediaOfEntry(tenantId, id)) ?? mediaOfBusinessEntry(tenantId, id),
};

/** Updates the usage of files from the current state of the record that an event names. */
export async function trackUsage(ctx: Context, event: Event, batch?: number): Promise<void> {
  const mediaOf = MEDIA_READERS[event.resource];
  if (!mediaOf) throw new Error(`A ${event.resource} is not known to refer to files.`);
  await trackUsageOf(ctx, event, mediaOf, batch);
}
