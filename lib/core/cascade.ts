import type * as z from "zod";
import type { Context } from "./context.ts";
import { transact, type Write } from "./dynamo/transact.ts";
import { enqueue } from "./events.ts";
import type { Message } from "./queue/message.ts";

/** The part of a cascade's message that `continueCascade` sets. */
export interface CascadeState {
  /** Whether this message is the final check, after which the cascade ends. */
  last?: boolean | undefined;
}

/** Seconds from the last work of a cascade to its final check, because indexes lag behind the table. */
const FINAL_CHECK_SECONDS = 60;

/**
 * Sends the message that continues a cascade: at once while there is more to do, and once more after a minute, for
 * records that an index did not list yet. After that check it writes `end`.
 *
 * @param message what the cascade's worker takes
 * @param end writes that end the cascade
 */
export async function continueCascade<S extends z.ZodType<unknown, Record<string, unknown> & CascadeState>>(
  ctx: Context,
  message: Message<string, S>,
  body: z.input<NoInfer<S>>,
  done: boolean,
  end: Write[] = [],
): Promise<void> {
  if (!done) return transact(ctx, [enqueue(ctx, message, body)]);
  if (!body.last) return transact(ctx, [enqueue(ctx, message, { ...body, last: true }, FINAL_CHECK_SECONDS)]);
  if (end.length > 0) await transact(ctx, end);
}
