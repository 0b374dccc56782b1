import type * as z from "zod";
import type { Context } from "./context.ts";
import { transact, type Write } from "./dynamo/transact.ts";
import { enqueue } from "./events.ts";
import type { Message } from "./queue/message.ts";

/** What the message of a cascade has besides its own. */
export interface CascadeState {
  /** Whether this is the look after which it ends. */
  last?: boolean | undefined;
}

/** Seconds after which a cascade that found nothing more looks once again: indexes lag behind the table. */
const LOOK_AGAIN = 60;

/**
 * What follows a run of a cascade: a message to go on if there is more to do; one to look again later if there was
 * not, for what an index did not name yet; and after that look the end.
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
  if (!body.last) return transact(ctx, [enqueue(ctx, message, { ...body, last: true }, LOOK_AGAIN)]);
  if (end.length > 0) await transact(ctx, end);
}
