import * as z from "zod";
import type { Context } from "#core/context.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { entity } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { logger } from "#core/log.ts";
import type { WakeUp } from "#core/queue/wake-up.ts";
import { CountSums } from "./messages.ts";

// A beat goes the way of every change: through the outbox, the stream and the queue. What was committed before the newest
// one that has come is counted, but for what is put aside and what a queue gives again. Where none comes, the way is shut.

/** Minutes from one beat to the next: each is written, and sums that are five minutes old are fresh. */
const EVERY = 5;
/** Seconds after which a beat that has not come is missed. */
const LATE = 600;

/** The kind that a beat rings as. */
export const HEARTBEAT = "pulse";

const Pulse = z.object({
  id: z.string(),
  /** When the first was sent that none has come since. */
  sent_at: z.int(),
  /** When the newest that has come was sent; 0 until one has. */
  came_at: z.int(),
});
type Pulse = z.output<typeof Pulse>;

const pulses = entity({
  name: "pulse",
  schema: Pulse,
  pk: "PULSE#{id}",
  sk: "PULSE",
  deletion: { tenant: "unaffected", person: "unaffected" },
});

const STREAM = "stream";

/**
 * Sends a beat now and then, and logs an alarm where none has come for long: a stream that nobody reads has no failures and
 * no age that could be measured.
 */
export async function sendHeartbeat(ctx: Context, id: string = STREAM): Promise<void> {
  const now = ctx.now();
  const before = await pulses.find({ id });
  const waits = before && before.came_at < before.sent_at ? before : undefined;
  if (waits && now - waits.sent_at > LATE)
    logger.error("stream stands", { alarm: "stream-stands", since: waits.sent_at });
  if (Math.floor(now / 60) % EVERY !== 0) return;
  const after = { id, sent_at: now, came_at: before?.came_at ?? 0 };
  const bell = { tenant_id: "", kind: HEARTBEAT, of: [id, String(now)], again: 0 };
  await transact(ctx, [
    before ? !waits && pulses.replace(before, after) : pulses.create(after),
    enqueue(ctx, CountSums, bell),
  ]);
}

/** Notes that a beat has come; an older one says nothing. */
export async function receiveHeartbeat({ of: [id = "", sent] }: Pick<WakeUp, "of">): Promise<void> {
  const at = Number(sent);
  const isNewer = { expression: "attribute_exists(pk) and came_at < :at", values: { ":at": at } };
  await changeItem(pulses.key({ id }), { set: { came_at: at } }, isNewer);
}

/** How far the way of all changes is felt. */
export function heartbeatRead(): Read<Pulse> {
  return pulses.read({ id: STREAM });
}
