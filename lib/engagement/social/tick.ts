import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/attempt.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { beginDue, dueKeys, LOOK_AFTER } from "./begin.ts";
import { PublishStep } from "./messages.ts";
import { attempts } from "./table.ts";

/** Milliseconds of one tick: the next one goes on. */
const PATIENCE = 45_000;
const BATCH = 100;
/** Done side by side. */
const ABREAST = 20;

type Key = { store_id: string; id: string };

/** The minute tick: begins what is due, and calls workers for the attempts that stand still. */
export async function tendPublications(ctx: Context): Promise<void> {
  const until = Date.now() + PATIENCE;
  await each(ctx, "PUBLICATIONS", until, (key) => beginDue(ctx, key));
  await each(ctx, "SOCIAL_ATTEMPTS", until, (key) => wake(ctx, key));
}

// An index follows the table: what was dealt with may be named again, so a round that changed nothing is the last.
async function each(
  ctx: Context,
  partition: string,
  until: number,
  deal: (key: Key) => Promise<boolean>,
): Promise<void> {
  const failures: unknown[] = [];
  const dealtWith = new Set<string>();
  while (Date.now() < until) {
    const due = await dueKeys(ctx, partition, BATCH + dealtWith.size);
    const keys = due.filter(({ store_id, id }) => !dealtWith.has(`${store_id} ${id}`));
    if (keys.length === 0) break;
    for (let start = 0; start < keys.length && Date.now() < until; start += ABREAST) {
      await Promise.all(
        keys.slice(start, start + ABREAST).map(async (key) => {
          dealtWith.add(`${key.store_id} ${key.id}`);
          try {
            await attempt(() => deal(key));
          } catch (error) {
            logger.error("turn failed", {
              partition,
              id: key.id,
              error: error instanceof Error ? error : undefined,
            });
            failures.push(error);
          }
        }),
      );
    }
  }
  if (failures.length > 0) throw failures[0];
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
