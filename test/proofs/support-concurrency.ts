import { supportInbox } from "#functions/engagement/support/routes.ts";
import { ok } from "#test/support/client.ts";
import { pause, stagger } from "#test/support/pause.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import {
  openConversation,
  pressButton,
  readConversation,
  sendAsStaff,
  type TestConversation,
  trySendText,
} from "#test/support/support.ts";
import type { TestStore } from "#test/support/world.ts";

type ReadMessage = { id: string; sequence: number; role: string; content: string };

/** Sends a message until it is accepted: after a 409 it is sent again with the same id. */
async function sendUntilAccepted(talk: TestConversation, content: string, id: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const { status, body } = await trySendText(talk, content, id);
    if (status === 200 && "id" in body) return body.id;
    if (status !== 409) throw new Error(`a message was answered ${status}`);
  }
  throw new Error("a message was never accepted");
}

async function readAllMessages(talk: TestConversation, limit = 200): Promise<ReadMessage[]> {
  const all: ReadMessage[] = [];
  for (;;) {
    const last = all.at(-1)?.id;
    const since: Record<string, string | number> =
      last === undefined ? { after_created_at: 0 } : { after_id: last };
    const { messages, has_more } = await readConversation(talk, { ...since, message_limit: limit });
    all.push(...messages);
    if (!has_more) return all;
  }
}

/** Many senders write into one conversation while readers poll: each reader sees messages 1 to n once and in order. */
export async function sendFromMany(random: Random, store: TestStore, senders: number, each: number) {
  const { talk } = await openConversation(store.id);
  await sendAsStaff(store, talk.id, "Staff listen.");
  let sending = true;
  const readers = [random.int(2 ** 30), random.int(2 ** 30)].map(async (salt, index) => {
    const seen: ReadMessage[] = [];
    for (let round = 0; ; round++) {
      const done = !sending;
      const message_limit = 1 + ((salt >> (round % 20)) % (index === 0 ? 7 : 40));
      const last = seen.at(-1)?.id;
      const { messages, has_more } = await readConversation(
        talk,
        last ? { after_id: last, message_limit } : { after_created_at: 0, message_limit },
      );
      seen.push(...messages);
      if (done && !has_more && messages.length === 0) return seen;
      if (messages.length === 0) await pause((salt + round) % 40);
    }
  });
  await inParallel(senders, senders, async (sender) => {
    for (let index = 0; index < each; index++)
      await sendUntilAccepted(talk, `${sender}/${index}`, `${sender}-${index}`);
  });
  sending = false;
  const expected = await readAllMessages(talk);
  const said = expected.filter(({ role }) => role === "user").map(({ content }) => content);
  if (new Set(said).size !== senders * each || said.length !== senders * each) {
    throw new Error(`${said.length} messages are stored, ${new Set(said).size} different`);
  }
  for (const [index, { sequence }] of expected.entries()) {
    if (sequence !== index + 1) throw new Error(`sequence ${sequence} at ${index}`);
  }
  for (const seen of await Promise.all(readers)) {
    if (JSON.stringify(seen) !== JSON.stringify(expected)) throw new Error("a reader saw something else");
  }
  return expected.length;
}

/** Sends a message many times at once under one id or key: it yields one message, one turn and one answer. */
export async function sendTwice(store: TestStore, times: number, by: "message_id" | "key", text: string) {
  const { talk } = await openConversation(store.id);
  const headers = by === "key" ? { "idempotency-key": "one and the same" } : {};
  const id = by === "message_id" ? "same" : undefined;
  const replies = await Promise.all(
    Array.from({ length: times }, () => trySendText(talk, text, id, headers)),
  );
  const bodies = new Set(replies.map(({ body }) => JSON.stringify(body)));
  if (bodies.size !== 1)
    throw new Error(`${bodies.size} different answers: ${[...bodies].join("\n").slice(0, 3000)}`);
  const users = (await readAllMessages(talk)).filter(({ role }) => role === "user");
  if (users.length !== 1) throw new Error(`${users.length} messages`);
}

/** A visitor writes to bot and AI while staff reply: after the first staff message neither bot nor AI may write. */
export async function replyAsStaff(random: Random, store: TestStore): Promise<boolean> {
  const { talk } = await openConversation(store.id);
  const talks = [
    () => pressButton(talk, "Order"),
    () => trySendText(talk, "Do you deliver?"),
    () => pressButton(talk, "Question"),
    () => trySendText(talk, "What is delivery?"),
  ];
  const visitor = async () => {
    for (const act of random.shuffled(talks).slice(0, 1 + random.int(3))) await act();
  };
  const staff = async () => {
    await stagger(random, 40);
    await sendAsStaff(store, talk.id, "Staff.");
  };
  await Promise.all([visitor(), visitor(), staff()]);
  const all = await readAllMessages(talk);
  const first = all.findIndex(({ role }) => role === "staff");
  if (first < 0) throw new Error("the reply is missing");
  const late = all.slice(first).filter(({ role }) => role === "assistant" || role === "action");
  if (late.length > 0) throw new Error(`after staff: ${late[0]?.content}`);
  return all.slice(0, first).some(({ role }) => role === "user");
}

/** Sends messages to a resolved conversation at once: it stays unchanged, and exactly one new conversation follows. */
export async function continueResolved(store: TestStore, times: number): Promise<void> {
  const { talk } = await openConversation(store.id);
  await pressButton(talk, "Bye");
  const before = await readConversation(talk);
  const ids = new Set(
    await Promise.all(
      Array.from({ length: times }, (_, index) => sendUntilAccepted(talk, `again ${index}`, `a-${index}`)),
    ),
  );
  if (ids.size !== 1) throw new Error(`they went to ${[...ids]}`);
  const [id = ""] = [...ids];
  const after = await readConversation(talk);
  if (
    JSON.stringify([before.conversation, before.messages]) !==
    JSON.stringify([after.conversation, after.messages])
  ) {
    throw new Error("the resolved conversation changed");
  }
  const next = await ok(supportInbox.getConversation, {
    params: { storeId: store.id, conversationId: id },
    as: store.owner,
    query: { message_limit: 200 },
  });
  if (next.conversation.previous_conversation_id !== talk.id)
    throw new Error("the previous conversation is not named");
  const users = next.messages.filter(({ role }) => role === "user");
  if (users.length !== times) throw new Error(`${users.length} messages in the new one`);
}
