import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import type { Definition } from "./declaration.ts";
import { TendSums } from "./messages.ts";

/**
 * Has the sums of an older store begin, for a read that has found none. Its function may write; the read of a store that
 * has its sums writes nothing.
 */
export function startSums(ctx: Context, tenant_id: string, { name: tally }: Definition): Promise<void> {
  return transact(ctx, [enqueue(ctx, TendSums, { tenant_id, tally })]);
}
