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

// A heartbeat takes the path of every change: through the outbox, the stream and the queue. Each change that was
// committed before the latest received one was sent is counted, except for quarantined rows and retried messages. If
// none arrives, the path is blocked.

/** Minutes between heartbeats. Each costs a write, and sums may be five minutes out of date. */
const EVERY_MINUTES = 5;
/** Seconds after which a heartbeat is missed. */
const LATE_SECONDS = 600;

/** The kind of a heartbeat's wake-up message. */
export const HEARTBEAT = "pulse";

const Heartbeat = z.object({
  id: z.string(),
  /** When the heartbeat that is awaited, or came last, was sent. */
  sent_at: z.int(),
  /** When the latest of the heartbeats that have arrived was sent; 0 until one has. */
  came_at: z.int(),
});
type Heartbeat = z.output<typeof Heartbeat>;

const heartbeats = entity({
  name: "pulse",
  schema: Heartbeat,
  pk: "PULSE#{id}",
  sk: "PULSE",
  deletion: { tenant: "unaffected", person: "unaffected" },
});

const STREAM_ID = "stream";

/**
 * Sends a heartbeat every few minutes, and logs an alarm if none has arrived for long: a stream that nobody reads
 * reports neither failures nor a lag.
 */
export async function sendHeartbeat(ctx: Context, id: string = STREAM_ID): Promise<void> {
  const now = ctx.now();
  const before = await heartbeats.find({ id });
  const pending = before && before.came_at < before.sent_at ? before : undefined;
  if (pending && now - pending.sent_at > LATE_SECONDS)
    logger.error("stream stands", { alarm: "stream-stands", since: pending.sent_at });
  if (Math.floor(now / 60) % EVERY_MINUTES !== 0) return;
  const after = { id, sent_at: now, came_at: before?.came_at ?? 0 };
  const wakeUp = { tenant_id: "", kind: HEARTBEAT, of: [id, String(now)], again: 0 };
  await transact(ctx, [
    before ? !pending && heartbeats.replace(before, after) : heartbeats.create(after),
    enqueue(ctx, CountSums, wakeUp),
  ]);
}

/** Notes that a heartbeat has arrived; an older one is ignored. */
export async function receiveHeartbeat({ of: [id = "", sent] }: Pick<WakeUp, "of">): Promise<void> {
  const at = Number(sent);
  const isNewer = { expression: "attribute_exists(pk) and came_at < :at", values: { ":at": at } };
  await changeItem(heartbeats.key({ id }), { set: { came_at: at } }, isNewer);
}

/** A read of when the latest received heartbeat was sent. */
export function heartbeatRead(): Read<Heartbeat> {
  return heartbeats.read({ id: STREAM_ID });
}
