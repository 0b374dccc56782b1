import { drainShard } from "#core/due/drain.ts";
import type { DueWork } from "#core/due/work.ts";
import { leadingNumber, paddedNumber } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import type { Worker } from "#core/queue/contract.ts";
import { workers } from "#functions/manifest.ts";
import { runningFunction } from "#infra/local/handlers.ts";
import type { testContext } from "./world.ts";

type Context = ReturnType<typeof testContext>;
type Tenants = string | readonly string[];

/**
 * Does what is due of some tenants by the context's clock, one row after the other, and throws the first failure. All
 * tests share a table, and by a later clock much of theirs would be due: so it has no way to do what is due of all.
 */
export async function runDue(ctx: Context, work: DueWork, tenants: Tenants): Promise<void> {
  const own = of(work, tenants);
  for (const partition of work.partitions) {
    const to = `${paddedNumber(ctx.now() + work.ahead)}~`;
    const { items } = await queryItems(partition, { index: "due", to });
    for (const item of items) await withRetries(() => own.run(ctx, item, leadingNumber(item.due_by)));
  }
}

/** The same as its worker does it, with a message for each shard: a row that fails is put off. */
export async function drainDue(ctx: Context, work: DueWork, tenants: Tenants): Promise<void> {
  for (const partition of work.partitions)
    await drainShard(ctx, of(work, tenants), partition, Number.POSITIVE_INFINITY);
}

/** Whose role the work needs. */
function running({ requestId }: Context, { kind }: DueWork) {
  const drains = ({ trigger }: Worker) =>
    trigger.kind === "due" && trigger.of.some((each) => each.kind === kind);
  return { id: workers.find(drains)?.id ?? "", requestId };
}

/** The work of some tenants: rows of others stay as they are. */
function of(work: DueWork, tenants: Tenants): DueWork {
  const own = new Set([tenants].flat());
  const run: DueWork["run"] = async (ctx, row, at) => {
    if (own.has(work.tenantOf(row)))
      await runningFunction.run(running(ctx, work), () => work.run(ctx, row, at));
  };
  return { ...work, run };
}
