import type { Context } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { deleteContact, touchContact } from "#lib/tenancy/visitors/forget.ts";
import { idleContacts } from "#lib/tenancy/visitors/service.ts";
import { orders } from "./table.ts";

const BATCH = 100;

/**
 * Forgets visitors who never proved an address, once nobody can come back as them. Those who ordered are kept, as their
 * orders are; they are looked at again after the same time.
 */
export async function forgetIdleContacts(ctx: Context): Promise<void> {
  await inTurn(await idleContacts(ctx, BATCH), async ({ store_id, id }) => {
    const theirs = orders.child({ store_id, contact_id: id });
    const { items } = await queryItems(theirs, { index: "child_created", limit: 1 });
    if (items.length > 0) await touchContact(ctx, store_id, id);
    else await deleteContact(ctx, store_id, id);
  });
}
