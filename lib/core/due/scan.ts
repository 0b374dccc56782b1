import type { Context } from "#core/context.ts";
import { leadingNumber, paddedNumber } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { optionalEnv, type Setting } from "#core/env.ts";
import { kebab } from "#core/http/contract.ts";
import { logger } from "#core/log.ts";
import { runInTurn } from "#core/queue/run-in-turn.ts";
import { sendMessages } from "#core/queue/send.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { restoreQuarantinedRows } from "./postpone.ts";
import { type DueIndex, type DueShard, duePartitions } from "./shards.ts";

/** A worker, and the due indexes that it drains. */
export interface DueScan {
  worker: string;
  indexes: readonly DueIndex[];
  /** The worker is deployed only if this setting has a value. */
  onlyIf?: Setting;
}

/** Most seconds that a row waits if nothing fails: two scans and the work that they start. */
const MAX_WAIT_SECONDS = 180;
/** Most milliseconds that a scan spends on restoring rows that were quarantined an hour ago. */
const MAX_RESTORE_MS = 10_000;

interface FoundShard extends DueShard {
  /** Seconds that the longest-waiting row has waited, less the interval between scans. */
  age: number;
  /** Whether its worker is called in this minute. */
  isCalledNow: boolean;
}

/**
 * The minute's scan of all due shards. It calls a worker for each shard with work, and logs the age of the oldest row
 * where that is high, even in minutes in which its worker is not called. Where nothing is due it only reads. Rows
 * that were quarantined an hour ago get one more try. A shard that cannot be read does not hold up the others.
 */
export async function scanDueShards(ctx: Context, scans: readonly DueScan[]): Promise<void> {
  const now = ctx.now();
  const deployed = scans.filter(({ onlyIf }) => onlyIf === undefined || optionalEnv(onlyIf) !== undefined);
  const found: FoundShard[] = [];
  // Scans run one after the other, because a hundred parallel queries would wait for each other.
  const scanning = runInTurn(deployed, async (scan) => {
    const { shards, failures } = await scanShards(scan, now);
    found.push(...shards);
    const messages = shards.flatMap(({ kind, shard, isCalledNow }) =>
      isCalledNow ? [{ id: `${kind}:${shard}:${now}`, body: { kind, shard } }] : [],
    );
    if (messages.length > 0) await sendMessages(kebab(scan.worker), messages);
    if (failures.length > 0) throw failures[0];
  });
  await scanning.finally(async () => {
    logOldestAge(found);
    await restoreQuarantinedRows(now, "after an hour", Date.now() + MAX_RESTORE_MS);
  });
}

// Logged as a warning, so that every log level has the line from which the metric is taken.
function logOldestAge(found: readonly FoundShard[]): void {
  const [longest] = found.toSorted((one, other) => other.age - one.age);
  const due_age = longest?.age ?? 0;
  if (due_age > MAX_WAIT_SECONDS)
    logger.warn("due late", { due_age, kind: longest?.kind, shards: found.length });
}

async function scanShards(
  { indexes }: DueScan,
  now: number,
): Promise<{ shards: FoundShard[]; failures: unknown[] }> {
  const failures: unknown[] = [];
  const reads = indexes.flatMap((each) =>
    duePartitions(each).map((partition, shard) =>
      oldestRowIn(each, partition, shard, now).catch((error: unknown) => void failures.push(error)),
    ),
  );
  const shards = await sideBySide(reads);
  return { shards: shards.filter((each) => each !== undefined), failures };
}

async function oldestRowIn(
  { kind, ahead = 0, every = 1 }: DueIndex,
  partition: string,
  shard: number,
  now: number,
): Promise<FoundShard | undefined> {
  const { items } = await queryItems(partition, {
    index: "due",
    to: `${paddedNumber(now + ahead)}~`,
    limit: 1,
  });
  const [first] = items;
  const age = first && now - (leadingNumber(first.due_by) || 0) - 60 * (every - 1);
  return age === undefined
    ? undefined
    : { kind, shard, age, isCalledNow: Math.floor(now / 60) % every === 0 };
}
