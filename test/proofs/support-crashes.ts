import { AsyncLocalStorage } from "node:async_hooks";
import { table } from "#core/dynamo/client.ts";
import { messages } from "#core/events.ts";
import { supportWorkers } from "#functions/engagement/support/routes.ts";
import { createAgent } from "#lib/engagement/support/agents.ts";
import { answerVisitor } from "#lib/engagement/support/ai-answer.ts";
import { AnswerVisitor } from "#lib/engagement/support/messages.ts";
import { getConversation } from "#lib/engagement/support/read.ts";
import { sendMessage } from "#lib/engagement/support/send.ts";
import { startConversation } from "#lib/engagement/support/start.ts";
import { storedEvents } from "#test/support/bookings.ts";
import { FRONT_DESK } from "#test/support/support.ts";
import { openStore, testContext } from "#test/support/world.ts";

/** A process that dies before or after one of its calls to the table. */
interface MortalProcess {
  calls: number;
  last: number;
  /** Whether the last call still takes effect. */
  arrives: boolean;
}

const currentProcess = new AsyncLocalStorage<MortalProcess>();

class KilledError extends Error {}

/** Messages before the killed turn, its text, and the roles of a complete turn. */
const TURN_CASES = {
  bot: { before: [], text: "Order", whole: ["user", "assistant"] },
  walk: {
    before: ["Order"],
    text: "grace@example.com",
    whole: ["user", "assistant", "assistant", "assistant"],
  },
  staff: { before: [], text: "Person", whole: ["user", "system"] },
  end: { before: [], text: "Bye", whole: ["user", "action", "system"] },
  next: { before: ["Bye"], text: "Hello again", whole: ["user", "assistant"] },
  ai: { before: [], text: "Do you deliver?", whole: ["user", "assistant"] },
} as const;
type TurnKind = keyof typeof TURN_CASES;

/**
 * Kills a turn before and after each of its calls to the table: it is stored completely or not at all, with an event for
 * each message. The queue adds a missing AI answer, and sending the message again adds nothing.
 */
export async function killTurns(kind: TurnKind): Promise<number> {
  const remove = watchTableCalls();
  const store = await openStore();
  await createAgent(testContext(), store.id, {
    key: "desk",
    status: "active",
    ...FRONT_DESK,
    nodes: { ...FRONT_DESK.nodes, address: { ...FRONT_DESK.nodes.address, validation: null } },
  });
  let points = 0;
  try {
    for (let last = 1; ; last++) {
      for (const arrives of [false, true]) {
        const life = await killAt(store.id, kind, last, arrives);
        points += 1;
        if (life.calls < last) return points;
      }
    }
  } finally {
    remove();
  }
}

async function killAt(
  storeId: string,
  kind: TurnKind,
  last: number,
  arrives: boolean,
): Promise<MortalProcess> {
  const { before, text, whole } = TURN_CASES[kind];
  const ctx = testContext();
  const begun = await startConversation(ctx, storeId, {});
  const headers = { "x-support-token": begun.support_token };
  const send = (content: string, message_id: string) =>
    sendMessage(testContext(), storeId, begun.id, headers, { input: { type: "text", content }, message_id });
  for (const [index, said] of before.entries()) await send(said, `before-${index}`);
  const earlier = await readMessages(storeId, begun.id);
  const life: MortalProcess = { calls: 0, last, arrives };
  await currentProcess.run(life, () => send(text, "killed")).catch(ignoreKill);
  const where = `${kind} killed ${arrives ? "after" : "before"} call ${last}`;
  const [found] = (await conversationsOf(storeId)).filter(({ previous }) => previous === begun.id);
  const id = kind === "next" ? found?.id : begun.id;
  const turn = id ? (await readMessages(storeId, id)).slice(kind === "next" ? 0 : earlier.length) : [];
  const committed = turn.length > 0;
  const expected = committed ? whole.slice(0, turn.length) : [];
  const isDue = kind === "ai" && turn.length === 1;
  if (
    JSON.stringify(turn) !== JSON.stringify(expected) ||
    (committed && turn.length < whole.length && !isDue)
  ) {
    throw new Error(`${where}: ${turn} of ${whole}`);
  }
  if (id && isDue) await answerFromQueue(storeId, id, earlier.length + 1, where);
  const again = await send(text, "killed");
  const after = (await readMessages(storeId, again.id)).slice(kind === "next" ? 0 : earlier.length);
  if (JSON.stringify(after) !== JSON.stringify(whole))
    throw new Error(`${where}, sent again: ${after} of ${whole}`);
  await checkEvents(storeId, again.id, where);
  return life;
}

/** Seconds after a kill within which the AI must answer. */
const ANSWER_SECONDS = 60;

/**
 * Delivers the queue's message to workers that die before the first, the second and each further call, until one
 * finishes. Two more workers at once then leave exactly one answer, in time.
 */
async function answerFromQueue(storeId: string, id: string, sequence: number, where: string): Promise<void> {
  const [message, ...others] = queuedMessages.filter(({ body }) => body.conversation_id === id);
  if (!message || others.length > 0) throw new Error(`${where}: ${others.length + 1} messages for the queue`);
  const due = AnswerVisitor.schema.parse(message.body);
  if (due.sequence !== sequence) throw new Error(`${where}: the queue is to answer ${due.sequence}`);
  const begins = message.created_at + (message.delay ?? 0);
  const ends = begins + supportWorkers.answerVisitor.timeout - message.created_at;
  if (ends > ANSWER_SECONDS) throw new Error(`${where}: the answer may come ${ends} s after the kill`);
  const late = testContext({ now: () => begins, clock: () => begins });
  for (let last = 1; ; last++) {
    const life: MortalProcess = { calls: 0, last, arrives: false };
    await currentProcess.run(life, () => answerVisitor(late, due)).catch(ignoreKill);
    if (life.calls < last) break;
    if ((await readMessages(storeId, id)).length > sequence)
      throw new Error(`${where}: a dead worker answered`);
  }
  await Promise.all([answerVisitor(late, due), answerVisitor(late, due)]);
  const { messages: all } = await getConversation(testContext(), storeId, id, { after_created_at: 0 });
  const answers = all.filter((each) => each.sequence > sequence && each.role === "assistant");
  if (answers.length !== 1) throw new Error(`${where}: ${answers.length} answers`);
}

function ignoreKill(error: unknown): void {
  if (!(error instanceof KilledError)) throw error;
}

async function readMessages(storeId: string, id: string): Promise<string[]> {
  const { messages: all } = await getConversation(testContext(), storeId, id, { message_limit: 200 });
  return all.map(({ role }) => role);
}

/** Announced conversations with their previous conversations. */
async function conversationsOf(storeId: string) {
  const all = await storedEvents(storeId);
  return all
    .filter(({ type }) => type === "conversation.created")
    .map(({ record_id, data }) => ({ id: record_id, previous: data.previous_conversation_id }));
}

async function checkEvents(storeId: string, id: string, where: string): Promise<void> {
  const { messages: all } = await getConversation(testContext(), storeId, id, { message_limit: 200 });
  const told = (await storedEvents(storeId)).filter(({ type }) => type === "message.created");
  const ids = told.filter(({ data }) => data.conversation_id === id).map(({ record_id }) => record_id);
  const expected = all.map((message) => message.id);
  if (JSON.stringify(ids.sort()) !== JSON.stringify(expected.sort())) {
    throw new Error(`${where}: ${ids.length} events of ${expected.length} messages`);
  }
}

type QueuedMessage = ReturnType<typeof messages.parse>;
/** Committed messages for the queue of AI answers. */
const queuedMessages: QueuedMessage[] = [];

function rememberQueued(input: unknown): void {
  const { TransactItems = [] } = input as { TransactItems?: { Put?: { Item?: Record<string, unknown> } }[] };
  for (const { Put } of TransactItems) {
    if (Put?.Item?._t !== messages.name) continue;
    const message = messages.parse(Put.Item);
    if (message.queue === "answer-visitor") queuedMessages.push(message);
  }
}

function watchTableCalls(): () => void {
  const stack = table().middlewareStack;
  stack.add(
    (next) => async (args) => {
      const life = currentProcess.getStore();
      if (!life) return next(args);
      life.calls += 1;
      if (life.calls > life.last || (life.calls === life.last && !life.arrives)) throw new KilledError();
      const output = await next(args);
      rememberQueued(args.input);
      if (life.calls === life.last) throw new KilledError();
      return output;
    },
    { step: "initialize", name: "kill", priority: "high" },
  );
  return () => {
    stack.remove("kill");
  };
}
