import { wasUnanswered } from "#core/aws.ts";
import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/retry.ts";
import { newId } from "#core/id.ts";
import { logger } from "#core/log.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isThrottled } from "#core/throttled.ts";
import { said, within } from "#core/whose.ts";
import { putOff } from "./put-off.ts";
import { type DueRow, nameOf, nextRound } from "./round.ts";
import type { DueWork } from "./work.ts";

/** Rows that are under way at once: a row mostly waits for the table. */
const ABREAST = 8;
/** Milliseconds after which a round ends before its time: whoever came meanwhile has a turn in the next. */
const ROUND = 20_000;

/**
 * Does what is due in a shard until nothing is, or the time is up. A row that fails is put off, and holds up none of the
 * others.
 *
 * @param until milliseconds by `Date.now()` after which no row is begun
 * @returns whether nothing is left
 */
export async function drainShard(
  ctx: Context,
  work: DueWork,
  partition: string,
  until: number,
): Promise<boolean> {
  const dealt = new Set<string>();
  while (Date.now() < until) {
    const round = await nextRound(work, partition, ctx.now() + work.ahead, dealt);
    if (round.length === 0) return true;
    const left = round.values();
    const end = Math.min(until, Date.now() + ROUND);
    const lane = async () => {
      for (const row of left) {
        if (Date.now() >= end) return;
        dealt.add(nameOf(row));
        await deal(ctx, work, row);
      }
    };
    await sideBySide(Array.from({ length: ABREAST }, lane));
  }
  return false;
}

/** Does a row as a request of its own, whose id all that it leads to carries, and logs its one line. */
async function deal(ctx: Context, work: DueWork, row: DueRow): Promise<void> {
  const requestId = newId("due", ctx.clock());
  const tenant = row.tenant === row.pk ? undefined : row.tenant;
  await within({ request: requestId, tenant }, async () => {
    const of = (outcome: string) => ({ kind: work.kind, record: row.sk, ...said(), outcome });
    try {
      await attempt(() => work.run({ ...ctx, requestId }, { ...row }, row.at));
      logger.info("due", of(String(said().outcome ?? "done")));
    } catch (error) {
      // Nothing is wrong with it: the next minute finds it where it was.
      if (isThrottled(error) || wasUnanswered(error)) return logger.warn("due throttled", of("back"));
      logger.error("due failed", { ...of("failed"), error: error as Error });
      await putOff(work, row, ctx.now()).catch((failure: Error) =>
        logger.error("due not put off", { ...of("failed"), error: failure }),
      );
    }
  });
}
