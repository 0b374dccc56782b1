import type { Context } from "#core/context.ts";
import { PATIENCE } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import { unfileAll, withoutTaxonomy } from "#lib/content/taxonomies/unfile.ts";
import { UnfileProviders } from "./messages.ts";
import { replacement } from "./service.ts";
import { providers } from "./table.ts";

/** Takes a deleted taxonomy off the providers that are filed under it. */
export async function unfileProviders(ctx: Context, event: Event, patience = PATIENCE): Promise<void> {
  const { tenant_id: businessId, record_id: taxonomyId } = event;
  const done = await unfileAll(providers.partition({ businessId }), taxonomyId, patience, async (id) => {
    const before = await providers.find({ businessId, id });
    const taxonomies = before && withoutTaxonomy(before.taxonomies, taxonomyId);
    if (!before || !taxonomies) return false;
    await transact(ctx, replacement(ctx, before, { ...before, taxonomies, updatedAt: ctx.now() }));
    return true;
  });
  if (!done) await transact(ctx, [enqueue(ctx, UnfileProviders, event)]);
}
