import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import type { Definition } from "./declaration.ts";
import { TendSums } from "./messages.ts";

/**
 * Starts the sums of an older store, after a read found none. The reader's function needs permission to write for this
 * alone.
 */
export function startSums(ctx: Context, tenant_id: string, { name: tally }: Definition): Promise<void> {
  return transact(ctx, [enqueue(ctx, TendSums, { tenant_id, tally })]);
}
