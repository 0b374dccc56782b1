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

/** Rows of a shard that are processed at once. Several fit, because a row mostly waits for the table. */
export const ROW_CONCURRENCY = 8;
/** Milliseconds after which a round ends early, so that tenants whose rows have become due meanwhile get a turn. */
const MAX_ROUND_MS = 20_000;
/** Milliseconds that running rows have to finish once the time is up. */
const MAX_LAST_ROW_MS = 5000;

export interface DrainShardOptions {
  /** Rows that are processed at once. */
  concurrency?: number;
  skip?: Pick<DueRow, "pk" | "sk" | "due_by"> | undefined;
  /** Awaited before a row is started. */
  beforeRow?: (row: DueRow) => Promise<unknown>;
  /** Resolves when the time of the started rows is up. */
  timeIsUp?: (signal: AbortSignal) => Promise<void>;
}

/**
 * Processes the due rows of a shard until none is left or the time is up. A row that fails, or does not finish in
 * time, is postponed, so that it holds up no other.
 *
 * @param until milliseconds by `Date.now()` after which no row is started
 * @returns whether nothing is left
 */
export async function drainShard(
  ctx: Context,
  work: DueWork,
  partition: string,
  until: number,
  options: DrainShardOptions = {},
): Promise<boolean> {
  const underWay = new Set<DueRow>();
  const ended = new AbortController();
  const draining = drain(ctx, work, { partition, until, underWay, ...options });
  try {
    const timeIsUp = (options.timeIsUp ?? timerUntil(until + MAX_LAST_ROW_MS))(ended.signal);
    timeIsUp.catch(() => undefined);
    const isDone = await Promise.race([draining, timeIsUp]);
    if (isDone !== undefined) return isDone;
  } finally {
    ended.abort();
  }
  // Errors of unfinished rows do not matter: those rows run again, which is safe.
  draining.catch(() => undefined);
  const error = new Error("It did not come to its end in the time of its worker.");
  await sideBySide(
    [...underWay].map((row) =>
      withLogContext(logContextOf(row, ctx.requestId), () => failRow(ctx, work, row, error)),
    ),
  );
  return false;
}

function timerUntil(end: number): (signal: AbortSignal) => Promise<void> {
  if (!Number.isFinite(end)) return () => new Promise(() => undefined);
  return (signal) => sleep(end - Date.now(), undefined, { signal });
}

interface DrainRequest extends DrainShardOptions {
  partition: string;
  until: number;
  underWay: Set<DueRow>;
}

async function drain(
  ctx: Context,
  work: DueWork,
  { partition, until, underWay, concurrency = ROW_CONCURRENCY, beforeRow, skip }: DrainRequest,
): Promise<boolean> {
  const started = new Set(skip ? [dueRowName(skip)] : []);
  while (Date.now() < until) {
    const round = await nextRound(work, partition, ctx.now() + work.ahead, started);
    if (round.length === 0) return true;
    const left = round.values();
    const end = Math.min(until, Date.now() + MAX_ROUND_MS);
    const lane = async () => {
      for (const row of left) {
        if (Date.now() >= end) return;
        started.add(dueRowName(row));
        await beforeRow?.(row);
        underWay.add(row);
        await processRow(ctx, work, row);
        underWay.delete(row);
      }
    };
    await sideBySide(Array.from({ length: concurrency }, lane));
  }
  return false;
}

/** Processes a row as a request with a new id, and logs one line. */
async function processRow(ctx: Context, work: DueWork, row: DueRow): Promise<void> {
  const requestId = newId("due", ctx.clock());
  await withLogContext(logContextOf(row, requestId), async () => {
    try {
      await withRetries(() => work.run({ ...ctx, requestId }, { ...row }, row.at));
      logger.info("due", logFieldsOf(work, row, String(logLineFields().outcome ?? "done")));
    } catch (error) {
      // The row itself is fine: the next scan finds it again.
      if (isThrottled(error) || isServiceFault(error))
        logger.warn("due throttled", logFieldsOf(work, row, "back"));
      else await failRow(ctx, work, row, error as Error);
    }
  });
}

async function failRow(ctx: Context, work: DueWork, row: DueRow, error: Error): Promise<void> {
  logger.error("due failed", { ...logFieldsOf(work, row, "failed"), error });
  await postponeRow(work, row, ctx.now()).catch((failure: Error) =>
    logger.error("due not put off", { ...logFieldsOf(work, row, "failed"), error: failure }),
  );
}

function logContextOf({ tenant, pk }: DueRow, request: string) {
  return { request, tenant: tenant === pk ? undefined : tenant };
}

function logFieldsOf({ kind }: DueWork, { sk }: DueRow, outcome: string) {
  return { kind, record: sk, ...logLineFields(), outcome };
}
