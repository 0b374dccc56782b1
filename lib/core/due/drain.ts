import { setTimeout as sleep } from "node:timers/promises";
import { isServiceFault } from "#core/aws.ts";
import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { newId } from "#core/id.ts";
import { logger } from "#core/log.ts";
import { logLineFields, withLogContext } from "#core/log-context.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isThrottled } from "#core/throttled.ts";
import { postponeRow } from "./postpone.ts";
import { type DueRow, dueRowName, nextRound } from "./round.ts";
import type { DueWork } from "./work.ts";

/** Rows of a shard that are under way at once: a row mostly waits for the table. */
export const ROW_CONCURRENCY = 8;
/** Milliseconds after which a round ends before its time: whoever came meanwhile has a turn in the next. */
const ROUND = 20_000;
/** Milliseconds that a row has to come to its end, after the last one was begun. */
const LAST = 5000;

/** How rows are done. */
export interface DrainShardOptions {
  /** Rows that are under way at once. */
  abreast?: number;
  /** A row that is left as it is. */
  without?: Pick<DueRow, "pk" | "sk" | "due_by"> | undefined;
  /** Is waited for before a row is begun. */
  begins?: (row: DueRow) => Promise<unknown>;
  /** Comes when what was begun must have come to its end. */
  timeIsUp?: (signal: AbortSignal) => Promise<void>;
}

/**
 * Does what is due in a shard until nothing is, or the time is up. A row that fails is put off, and so is one that has not
 * come to its end when the time is up; they hold up none of the others.
 *
 * @param until milliseconds by `Date.now()` after which no row is begun
 * @returns whether nothing is left
 */
export async function drainShard(
  ctx: Context,
  work: DueWork,
  partition: string,
  until: number,
  manner: DrainShardOptions = {},
): Promise<boolean> {
  const underWay = new Set<DueRow>();
  const ended = new AbortController();
  const draining = drain(ctx, work, { partition, until, underWay, ...manner });
  try {
    const timeIsUp = (manner.timeIsUp ?? timeTo(until + LAST))(ended.signal);
    timeIsUp.catch(() => undefined);
    const isDone = await Promise.race([draining, timeIsUp]);
    if (isDone !== undefined) return isDone;
  } finally {
    ended.abort();
  }
  // What they may still come to does not matter: to run twice is safe.
  draining.catch(() => undefined);
  const error = new Error("It did not come to its end in the time of its worker.");
  await sideBySide(
    [...underWay].map((row) => withLogContext(whose(row, ctx.requestId), () => fail(ctx, work, row, error))),
  );
  return false;
}

function timeTo(end: number): (signal: AbortSignal) => Promise<void> {
  if (!Number.isFinite(end)) return () => new Promise(() => undefined);
  return (signal) => sleep(end - Date.now(), undefined, { signal });
}

interface Drained extends DrainShardOptions {
  partition: string;
  until: number;
  underWay: Set<DueRow>;
}

async function drain(
  ctx: Context,
  work: DueWork,
  { partition, until, underWay, abreast = ROW_CONCURRENCY, begins, without }: Drained,
): Promise<boolean> {
  const dealt = new Set(without ? [dueRowName(without)] : []);
  while (Date.now() < until) {
    const round = await nextRound(work, partition, ctx.now() + work.ahead, dealt);
    if (round.length === 0) return true;
    const left = round.values();
    const end = Math.min(until, Date.now() + ROUND);
    const lane = async () => {
      for (const row of left) {
        if (Date.now() >= end) return;
        dealt.add(dueRowName(row));
        await begins?.(row);
        underWay.add(row);
        await deal(ctx, work, row);
        underWay.delete(row);
      }
    };
    await sideBySide(Array.from({ length: abreast }, lane));
  }
  return false;
}

/** Does a row as a request of its own, whose id all that it leads to carries, and logs its one line. */
async function deal(ctx: Context, work: DueWork, row: DueRow): Promise<void> {
  const requestId = newId("due", ctx.clock());
  await withLogContext(whose(row, requestId), async () => {
    try {
      await withRetries(() => work.run({ ...ctx, requestId }, { ...row }, row.at));
      logger.info("due", line(work, row, String(logLineFields().outcome ?? "done")));
    } catch (error) {
      // Nothing is wrong with it: the next minute finds it where it was.
      if (isThrottled(error) || isServiceFault(error)) logger.warn("due throttled", line(work, row, "back"));
      else await fail(ctx, work, row, error as Error);
    }
  });
}

async function fail(ctx: Context, work: DueWork, row: DueRow, error: Error): Promise<void> {
  logger.error("due failed", { ...line(work, row, "failed"), error });
  await postponeRow(work, row, ctx.now()).catch((failure: Error) =>
    logger.error("due not put off", { ...line(work, row, "failed"), error: failure }),
  );
}

function whose({ tenant, pk }: DueRow, request: string) {
  return { request, tenant: tenant === pk ? undefined : tenant };
}

function line({ kind }: DueWork, { sk }: DueRow, outcome: string) {
  return { kind, record: sk, ...logLineFields(), outcome };
}
