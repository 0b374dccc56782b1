import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { withPatience } from "#core/dynamo/retry.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { exchangeOf, viewOf, type Written } from "./record.ts";
import type { Exchange, SaidKey, SaidRecord } from "./schema.ts";
import { conversations, saids, turns } from "./table.ts";

/** Milliseconds that a repeat waits for the answer of the first. */
const MAX_WAIT_MS = 15_000;
const LOOK = 200;
/** Milliseconds for which a turn is tried again while others write into the same conversation. */
const CROWD = 12_000;
const LONGEST_PAUSE = 2000;

/** Under which name a message is known, if its sender gave it one. */
export function saidKey(
  ctx: Context,
  side: "visitor" | "staff",
  conversation_id: string,
  messageId: string | null | undefined,
): SaidKey | undefined {
  if (messageId) return { conversation_id, side, message_id: messageId };
  const { idempotency } = ctx;
  return idempotency && { conversation_id, side: `${side}_key`, message_id: idempotency.pk };
}

/** The write that keeps the answer to a message; a twin that came first makes the verb run again, and find it. */
export function keep(
  key: SaidKey | undefined,
  { record, messages }: Written,
  sequence: number,
): Write | undefined {
  const last = messages.at(-1);
  if (!key || !last) return undefined;
  return saids.create({
    ...key,
    store_id: record.store_id,
    sequence,
    turns: [last.sequence],
    conversation: viewOf(record),
  });
}

/** The first answer to a message, once the AI has answered it. */
export async function replay(said: SaidRecord): Promise<Exchange> {
  const { store_id, sequence } = said;
  const until = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const record = await conversations.find({ store_id, id: said.conversation.id });
    if (record?.ai_due?.sequence !== sequence || performance.now() > until) break;
    await sleep(LOOK);
  }
  const { conversation, turns: kept } = (await saids.find(said)) ?? said;
  const found = await turns.batchGet(
    kept.map((last_sequence) => ({ store_id, conversation_id: conversation.id, last_sequence })),
  );
  return exchangeOf(
    conversation,
    found.flatMap(({ messages }) => messages),
  );
}

/** Runs a turn again for as long as others are faster: many may write into one conversation at once. */
export function inCrowd<A>(turn: () => Promise<A>): Promise<A> {
  return withPatience(turn, {
    patience: CROWD,
    longestPause: LONGEST_PAUSE,
    // As long as a few turns take: where they are slow, coming back at once would only slow them further.
    pause: (tries, took) => tries * Math.max(10, took),
    over: () => GENERAL.CONFLICT(),
  });
}
