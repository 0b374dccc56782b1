import type { Context } from "#core/context.ts";
import { attempt } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { kebab } from "#core/http/contract.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { type Outgoing, sendMessages } from "#core/queue/send.ts";
import { LOOK_AFTER } from "./attempt-record.ts";
import { SOON } from "./begin.ts";
import { PublishStep } from "./messages.ts";
import { attempts, publications } from "./table.ts";

/** Milliseconds of one tick: the next one goes on. */
const RUN_MS = 45_000;
const BATCH = 100;
/** Done side by side. */
const ABREAST = 20;
/** Seconds before its moment until which a publication has its first call; and how far after it the second one is. */
const FIRST = 65;
const SECOND = 10;

type Key = { store_id: string; id: string };

/** The minute tick: calls workers for the publications whose moment comes, and for the attempts that stand still. */
export async function processDuePublications(ctx: Context): Promise<void> {
  const until = Date.now() + RUN_MS;
  await inTurn([callDue, wakeAll], (part) => part(ctx, until));
}

/**
 * Has each publication called at its moment: by the tick two minutes before it, and a little later by the one after
 * that, should a tick, a message or a worker have been lost. What is past its moment all the same is called at once.
 */
async function callDue(ctx: Context, until: number): Promise<void> {
  const now = ctx.now();
  const due = await publications.dueWhen(now + SOON);
  const calls = due.map(({ key, at }): Outgoing => {
    const delay = at <= now ? 0 : at - now + (at - now > FIRST ? 1 : SECOND);
    const body = { store_id: key.store_id, publication_id: key.id };
    return { id: `${key.id}:${at}:${now}`, body, delay };
  });
  for (let start = 0; start < calls.length && Date.now() < until; start += BATCH)
    await sendMessages(kebab(PublishStep.worker), calls.slice(start, start + BATCH));
}

// An index follows the table: what was dealt with may be named again.
async function wakeAll(ctx: Context, until: number): Promise<void> {
  const dealt = new Set<string>();
  const failures: unknown[] = [];
  while (Date.now() < until) {
    const due = await attempts.dueUntil(ctx.now(), BATCH + dealt.size);
    const fresh = due.filter(({ store_id, id }) => !dealt.has(`${store_id} ${id}`));
    if (fresh.length === 0) break;
    for (let start = 0; start < fresh.length && Date.now() < until; start += ABREAST) {
      const some = fresh.slice(start, start + ABREAST);
      for (const { store_id, id } of some) dealt.add(`${store_id} ${id}`);
      const all = await Promise.allSettled(some.map((key) => attempt(() => wake(ctx, key))));
      failures.push(...all.flatMap((each) => (each.status === "rejected" ? [each.reason] : [])));
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function wake(ctx: Context, key: Key): Promise<void> {
  const found = await attempts.find(key);
  const now = ctx.now();
  const stands = found?.status === "running" && found.due_at !== null && found.due_at <= now;
  if (!stands || found.lease_until > now) return;
  await transact(ctx, [
    attempts.replace(found, { ...found, due_at: now + LOOK_AFTER }),
    enqueue(ctx, PublishStep, { store_id: key.store_id, attempt_id: key.id }),
  ]);
}
