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

/** What a worker drains. */
export interface DueScan {
  worker: string;
  of: readonly DueIndex[];
  /** Setting without which that worker is not there. */
  onlyIf?: Setting;
}

/** Seconds that a row waits at most while all goes well: two looks and what they start. */
const LATE = 180;
/** Milliseconds for taking back what was put aside an hour ago. */
const TAKING_BACK = 10_000;

interface Found extends DueShard {
  /** Seconds that the row that waits longest has waited, without those from one look to the next. */
  age: number;
  /** Whether this is a minute in which its worker is called. */
  isNow: boolean;
}

/**
 * The minute's look at all that is due: calls a worker for each shard with something to do, and logs how long the oldest
 * row has waited where that is long, also in the minutes in which its worker is not called. Where nothing is due it
 * reads, and sends nothing. What was put aside an hour ago has one more try. A shard that cannot be looked at holds up
 * none of this.
 */
export async function scanDueShards(ctx: Context, looks: readonly DueScan[]): Promise<void> {
  const now = ctx.now();
  const there = looks.filter(({ onlyIf }) => onlyIf === undefined || optionalEnv(onlyIf) !== undefined);
  const found: Found[] = [];
  // One after the other: a hundred questions at the same moment would wait for each other.
  const looking = runInTurn(there, async (look) => {
    const { shards, failures } = await foundBy(look, now);
    found.push(...shards);
    const messages = shards.flatMap(({ kind, shard, isNow }) =>
      isNow ? [{ id: `${kind}:${shard}:${now}`, body: { kind, shard } }] : [],
    );
    if (messages.length > 0) await sendMessages(kebab(look.worker), messages);
    if (failures.length > 0) throw failures[0];
  });
  await looking.finally(async () => {
    tellAge(found);
    await restoreQuarantinedRows(now, "after an hour", Date.now() + TAKING_BACK);
  });
}

// Told as a warning: it is measured in the log, whatever else is logged.
function tellAge(found: readonly Found[]): void {
  const [longest] = found.toSorted((one, other) => other.age - one.age);
  const due_age = longest?.age ?? 0;
  if (due_age > LATE) logger.warn("due late", { due_age, kind: longest?.kind, shards: found.length });
}

async function foundBy({ of }: DueScan, now: number): Promise<{ shards: Found[]; failures: unknown[] }> {
  const failures: unknown[] = [];
  const looked = of.flatMap((each) =>
    duePartitions(each).map((partition, shard) =>
      oldestIn(each, partition, shard, now).catch((error: unknown) => void failures.push(error)),
    ),
  );
  const shards = await sideBySide(looked);
  return { shards: shards.filter((each) => each !== undefined), failures };
}

async function oldestIn(
  { kind, ahead = 0, every = 1 }: DueIndex,
  partition: string,
  shard: number,
  now: number,
): Promise<Found | undefined> {
  const { items } = await queryItems(partition, {
    index: "due",
    to: `${paddedNumber(now + ahead)}~`,
    limit: 1,
  });
  const [first] = items;
  const age = first && now - (leadingNumber(first.due_by) || 0) - 60 * (every - 1);
  return age === undefined ? undefined : { kind, shard, age, isNow: Math.floor(now / 60) % every === 0 };
}
