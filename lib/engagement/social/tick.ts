import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/attempt.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { beginDue, LOOK_AFTER } from "./begin.ts";
import { PublishStep } from "./messages.ts";
import { attempts, publications } from "./table.ts";

/** Milliseconds of one tick: the next one goes on. */
const PATIENCE = 45_000;
const BATCH = 100;
/** Times that one is tried in one tick. */
const TURNS = 5;
/** Done side by side. */
const ABREAST = 20;

type Key = { store_id: string; id: string };

/** The minute tick: begins what is due, and calls workers for the attempts that stand still. */
export async function tendPublications(ctx: Context): Promise<void> {
  const until = Date.now() + PATIENCE;
  await each(ctx, publications, until, (key) => beginDue(ctx, key));
  await each(ctx, attempts, until, (key) => wake(ctx, key));
}

// An index follows the table: what was dealt with may be named again. One that fails has further turns in this tick.
async function each(
  ctx: Context,
  kind: { name: string; dueUntil(until: number, limit: number): Promise<Key[]> },
  until: number,
  deal: (key: Key) => Promise<boolean>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  const turns = new Map<string, number>();
  const one = async (key: Key) => {
    const name = `${key.store_id} ${key.id}`;
    const tries = (turns.get(name) ?? 0) + 1;
    turns.set(name, TURNS);
    try {
      await attempt(() => deal(key));
      failures.delete(name);
    } catch (error) {
      logger.error("turn failed", {
        kind: kind.name,
        id: key.id,
        error: error instanceof Error ? error : undefined,
      });
      failures.set(name, error);
      turns.set(name, tries);
    }
  };
  while (Date.now() < until) {
    const due = await kind.dueUntil(ctx.now(), BATCH + turns.size);
    const keys = due.filter(({ store_id, id }) => (turns.get(`${store_id} ${id}`) ?? 0) < TURNS);
    if (keys.length === 0) break;
    for (let start = 0; start < keys.length && Date.now() < until; start += ABREAST) {
      await Promise.all(keys.slice(start, start + ABREAST).map(one));
    }
  }
  for (const error of failures.values()) throw error;
}

async function wake(ctx: Context, key: Key): Promise<boolean> {
  const found = await attempts.find(key);
  const now = ctx.now();
  if (found?.status !== "running" || found.look_at === null || found.look_at > now || found.lease_until > now)
    return false;
  await transact(ctx, [
    attempts.replace(found, { ...found, look_at: now + LOOK_AFTER }),
    enqueue(ctx, PublishStep, { store_id: key.store_id, attempt_id: key.id }),
  ]);
  return true;
}
