import type { Context } from "#core/context.ts";
import { PATIENCE } from "#core/dynamo/sweep.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import { unfileAll, withoutTaxonomy } from "#lib/content/taxonomies/unfile.ts";
import { UnfileServices } from "./messages.ts";
import { replacement } from "./service.ts";
import { services } from "./table.ts";

/** Takes a deleted taxonomy off the services that are filed under it. */
export async function unfileServices(ctx: Context, event: Event, patience = PATIENCE): Promise<void> {
  const { tenant_id: businessId, record_id: taxonomyId } = event;
  const done = await unfileAll(services.partition({ businessId }), taxonomyId, patience, async (id) => {
    const before = await services.find({ businessId, id });
    const taxonomies = before && withoutTaxonomy(before.taxonomies, taxonomyId);
    if (!before || !taxonomies) return false;
    await transact(ctx, await replacement(ctx, before, { ...before, taxonomies, updatedAt: ctx.now() }));
    return true;
  });
  if (!done) await transact(ctx, [enqueue(ctx, UnfileServices, event)]);
}
