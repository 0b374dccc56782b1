import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import type { Definition } from "./declaration.ts";
import { TendSums } from "./messages.ts";

/**
 * Starts the sums of an older store, for a read that found none. That read's function may write; reads of existing
 * sums write nothing.
 */
export function startSums(ctx: Context, tenant_id: string, { name: tally }: Definition): Promise<void> {
  return transact(ctx, [enqueue(ctx, TendSums, { tenant_id, tally })]);
}
