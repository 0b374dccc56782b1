import { expect, test } from "vitest";
import {
  conversations,
  supportAgents,
  supportInbox,
  supportWorkers,
} from "#functions/engagement/support/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { answerVisitor } from "#lib/engagement/support/ai-answer.ts";
import { waitForEvents } from "#test/support/announced-events.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import {
  FRONT_DESK,
  makeAgent,
  openConversation,
  pressButton,
  readConversation,
  sendAsStaff,
  sendText,
  trySendText,
} from "#test/support/support.ts";
import { killAfterCall } from "#test/support/table.ts";
import { mailTo, member, newEmail, openStore, visitorOf, workerContext } from "#test/support/world.ts";

const contents = ({ messages }: { messages: { content: string }[] }) =>
  messages.map(({ content }) => content);
const roles = ({ messages }: { messages: { role: string }[] }) => messages.map(({ role }) => role);

test("an agent greets, asks for an email address, continues and ends", async () => {
  const store = await openStore();
  await makeAgent(store);
  const begun = await openConversation(store.id);
  expect(begun.support_token).toMatch(/^[0-9a-f]{64}$/);
  expect(begun).toMatchObject({ status: "active", conversation: { current_node_id: "hello", data: {} } });
  expect(begun.messages).toMatchObject([{ role: "assistant", content: "Hello!", sequence: 1 }]);
  expect(contents(await pressButton(begun.talk, "Order"))).toEqual(["Order", "Your email?"]);
  const wrong = await sendText(begun.talk, "no address");
  expect(contents(wrong)).toEqual(["no address", "That is not an email address.", "Your email?"]);
  const right = await sendText(begun.talk, " Grace@Example.com ");
  expect(contents(right).slice(1)).toEqual(["Thank you.", "Anything else?", "Just write."]);
  expect(right.conversation).toMatchObject({ data: { email: "grace@example.com" }, current_node_id: "end" });
  const all = await readConversation(begun.talk);
  expect(all.messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("an agent that starts with the AI, or ends at once, says so in its first answer", async () => {
  const store = await openStore();
  const { ai, bye } = FRONT_DESK.nodes;
  for (const [key, entry_node_id, nodes, status] of [
    ["clever", "ai", { ai }, "ai_mode"],
    ["closed", "bye", { bye }, "resolved"],
  ] as const) {
    await makeAgent(store, { entry_node_id, nodes, edges: [] }, key);
    const { body } = await call(conversations.startConversation, {
      params: { storeId: store.id },
      body: { agent_key: key },
    });
    expect(body).toMatchObject({ status, conversation: { current_node_id: entry_node_id } });
  }
});

test("a label matches exactly, then in any case; other text takes the default edge", async () => {
  const store = await openStore();
  const { edges, ...graph } = FRONT_DESK;
  await makeAgent(store, { ...graph, edges: edges.slice(0, 4).concat(edges.slice(5)) });
  const { talk } = await openConversation(store.id);
  for (let tries = 1; tries <= 3; tries++) {
    const again = await sendText(talk, "What?");
    expect(again.messages.at(-1)).toMatchObject({
      content: "Hello!",
      buttons: FRONT_DESK.nodes.hello.buttons,
    });
  }
  expect(await sendText(talk, "What?")).toMatchObject({ status: "escalated" });
  const other = await openConversation(store.id);
  const ended = await sendText(other.talk, "  bYE ");
  expect(ended).toMatchObject({ status: "resolved" });
  expect(roles(ended)).toEqual(["user", "action", "system"]);
});

test("without an active agent every visitor goes to staff, who get one mail", async () => {
  const store = await openStore();
  const support = newEmail();
  await ok(stores.updateStore, {
    params: { storeId: store.id },
    as: store.owner,
    body: { emails: { support } },
  });
  const begun = await openConversation(store.id);
  expect(begun).toMatchObject({ status: "escalated", conversation: { agent_id: null } });
  await sendText(begun.talk, "Is anybody there?");
  const mail = await mailTo(support);
  expect(mail.subject).toContain("waits for an answer");
  expect(mail.body.text).not.toContain(begun.support_token);
});

test("a key without an active agent is a 404", async () => {
  const store = await openStore();
  await makeAgent(store, { ...FRONT_DESK, status: "draft" }, "later");
  for (const agent_key of ["later", "never"]) {
    const params = { storeId: store.id };
    expect(await refused(conversations.startConversation, { params, body: { agent_key } })).toMatchObject({
      status: 404,
    });
  }
});

test("the default agent is the oldest active one", async () => {
  const store = await openStore();
  const first = await makeAgent(store, FRONT_DESK, "zebra");
  const second = await makeAgent(store, FRONT_DESK, "ant");
  expect((await openConversation(store.id)).conversation.agent_id).toBe(first.id);
  const params = { storeId: store.id, agentId: first.id };
  await ok(supportAgents.updateSupportAgent, { params, as: store.owner, body: { status: "archived" } });
  expect((await openConversation(store.id)).conversation.agent_id).toBe(second.id);
});

test("after a reply of staff the bot stays silent, whatever the visitor writes", async () => {
  const store = await openStore();
  await makeAgent(store);
  const { talk } = await openConversation(store.id);
  const replied = await sendAsStaff(store, talk.id, "Ada here.");
  expect(replied).toMatchObject({
    status: "escalated",
    conversation: { assigned_account_id: store.owner.id },
    messages: [{ role: "staff", content: "Ada here." }],
  });
  // Visitors must not learn which member of staff it is.
  expect((await readConversation(talk)).conversation.assigned_account_id).toBeNull();
  expect(roles(await pressButton(talk, "Order"))).toEqual(["user"]);
  expect(roles(await sendText(talk, "Talk to a person"))).toEqual(["user"]);
});

test("a reply can resolve a conversation; a resolved one accepts no reply", async () => {
  const store = await openStore();
  await makeAgent(store);
  const { talk } = await openConversation(store.id);
  expect(await sendAsStaff(store, talk.id, "Done.", { resolve: true })).toMatchObject({ status: "resolved" });
  const params = { storeId: store.id, conversationId: talk.id };
  const late = { params, as: store.owner, body: { content: "And…" } };
  expect(await refused(supportInbox.replyToVisitor, late)).toMatchObject({
    status: 409,
    error: "CONVERSATION.INVALID_STATUS",
  });
  const before = await readConversation(talk);
  const again = await ok(supportInbox.resolveConversation, { params, as: store.owner });
  expect({ ...again, assigned_account_id: null }).toMatchObject(before.conversation);
  expect(again).toMatchObject({ resolved_by: "staff", staff_at: again.resolved_at });
  expect(before.conversation).not.toHaveProperty("resolved_at");
});

test("a message to a resolved conversation starts the next, which gets later messages too", async () => {
  const store = await openStore();
  await makeAgent(store);
  const { talk } = await openConversation(store.id);
  await pressButton(talk, "Bye");
  const before = await readConversation(talk);
  const next = await sendText(talk, "One more thing");
  expect(next.conversation).toMatchObject({ previous_conversation_id: talk.id, status: "active", data: {} });
  expect(next.messages).toMatchObject([
    { role: "user", content: "One more thing", sequence: 1 },
    { role: "assistant", content: "Hello!", sequence: 2 },
  ]);
  expect({ ...(await readConversation(talk)), poll_after_ms: 0 }).toEqual({ ...before, poll_after_ms: 0 });
  const later = await pressButton(talk, "Bye");
  expect(later).toMatchObject({ id: next.id, status: "resolved" });
  const third = await sendText({ ...talk, id: next.id }, "Once more");
  expect(third.conversation.previous_conversation_id).toBe(next.id);
  expect((await sendText(talk, "By the first id")).id).toBe(third.id);
});

test("only members can be assigned, and null unassigns a conversation", async () => {
  const store = await openStore();
  const { talk } = await openConversation(store.id);
  const colleague = await member(store.id, "member");
  const params = { storeId: store.id, conversationId: talk.id };
  const give = (account_id: string | null) =>
    call(supportInbox.assignConversation, { params, as: store.owner, body: { account_id } });
  expect((await give(colleague.id)).body).toMatchObject({ assigned_account_id: colleague.id });
  expect(await give("acc_00000000000000000000000000")).toMatchObject({ status: 400 });
  expect((await give(null)).body).toMatchObject({ assigned_account_id: null });
});

test("the inbox lists by status, agent, assignee and words, newest change first", async () => {
  const store = await openStore();
  const agent = await makeAgent(store);
  const [first, second] = [await openConversation(store.id), await openConversation(store.id)];
  const params = { storeId: store.id };
  const list = async (query: Record<string, string>) =>
    (await ok(supportInbox.listConversations, { params, as: store.owner, query })).items.map(({ id }) => id);
  await pressButton(first.talk, "Order");
  await sendText(first.talk, "linus@example.com");
  await pressButton(second.talk, "Person");
  await sendAsStaff(store, second.id, "Hello");
  expect(await list({ status: "escalated" })).toEqual([second.id]);
  expect(await list({ assigned_account_id: store.owner.id })).toEqual([second.id]);
  expect((await list({ agent_id: agent.id })).sort()).toEqual([first.id, second.id].sort());
  expect(await list({ query: "linus" })).toEqual([first.id]);
  expect(await list({ agent_id: "agent_none" })).toEqual([]);
});

test("foreign tokens and foreign or missing conversations answer alike; no token is a 401", async () => {
  const [store, other] = [await openStore(), await openStore()];
  const [mine, theirs, elsewhere] = [
    await openConversation(store.id),
    await openConversation(store.id),
    await openConversation(other.id),
  ];
  const session = await visitorOf(store.id);
  const ids = [theirs.id, elsewhere.id, "conv_00000000000000000000000000", "x"];
  const credentials: { headers?: Record<string, string>; as?: { token: string } }[] = [
    { headers: { "x-support-token": mine.support_token } },
    { headers: { "x-acme-support-token": mine.support_token } },
    { headers: { "x-support-token": "0".repeat(64) } },
    { headers: { "x-support-token": "no token" } },
    { as: session },
  ];
  for (const credential of credentials) {
    const answers = [];
    for (const conversationId of ids) {
      const params = { storeId: store.id, conversationId };
      const read = await call(conversations.readConversation, { params, ...credential });
      const body = { input: { type: "text" as const, content: "Hello" } };
      const sent = await call(conversations.sendMessage, { params, ...credential, body });
      answers.push(JSON.stringify([read.status, read.body, sent.status, sent.body]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("GENERAL.NOT_FOUND");
  }
  for (const conversationId of [mine.id, "x"]) {
    const params = { storeId: store.id, conversationId };
    expect(await refused(conversations.readConversation, { params })).toMatchObject({ status: 401 });
    expect(await refused(conversations.readConversation, { params, as: store.owner })).toMatchObject({
      status: 401,
    });
  }
});

test("the contact session that began a conversation opens it, without its token", async () => {
  const store = await openStore();
  const session = await visitorOf(store.id);
  const params = { storeId: store.id };
  const { id, conversation } = await ok(conversations.startConversation, { params, as: session, body: {} });
  expect(conversation.contact_id).toBe(session.contactId);
  const there = { params: { storeId: store.id, conversationId: id }, as: session };
  expect(await ok(conversations.readConversation, there)).toMatchObject({ id });
  const stranger = { ...there, as: await visitorOf(store.id) };
  expect(await refused(conversations.readConversation, stranger)).toMatchObject({ status: 404 });
});

test("reads continue after an id or from a time, and say whether there is more", async () => {
  const store = await openStore();
  const { talk, messages } = await openConversation(store.id);
  for (const text of ["a", "b", "c", "d", "e"]) await sendText(talk, text);
  const first = await readConversation(talk, { after_id: messages[0]?.id ?? "", message_limit: 2 });
  expect(contents(first)).toEqual(["a", "b"]);
  expect(first.has_more).toBe(true);
  const rest = await readConversation(talk, { after_id: first.messages[1]?.id ?? "", message_limit: 200 });
  expect(contents(rest)).toEqual(["c", "d", "e"]);
  expect(rest.has_more).toBe(false);
  expect(contents(await readConversation(talk, { message_limit: 2 }))).toEqual(["d", "e"]);
  const since = first.messages[0]?.created_at ?? 0;
  const timed = await readConversation(talk, { after_created_at: since });
  expect(timed.messages.every(({ created_at }) => created_at >= since)).toBe(true);
  expect(contents(timed)).toContain("a");
  expect((await readConversation(talk, { after_created_at: since + 3600 })).messages).toEqual([]);
  const params = { storeId: store.id, conversationId: talk.id };
  const headers = { "x-support-token": talk.token };
  const queries: Record<string, string | number>[] = [
    { after_id: "msg_none" },
    { message_limit: 0 },
    { message_limit: 201 },
  ];
  for (const query of queries) {
    expect(await refused(conversations.readConversation, { params, headers, query })).toMatchObject({
      status: 400,
    });
  }
});

test("the poll interval is short at first and grows while the conversation is idle", async () => {
  const store = await openStore();
  const { talk } = await openConversation(store.id);
  const now = (await readConversation(talk)).conversation.updated_at;
  const params = { storeId: store.id, conversationId: talk.id };
  const after = async (seconds: number) => {
    const headers = { "x-support-token": talk.token };
    const at = now + seconds;
    return (await ok(conversations.readConversation, { params, headers, at })).poll_after_ms;
  };
  expect([await after(10), await after(90), await after(299), await after(5000)]).toEqual([
    1000, 3000, 9000, 10_000,
  ]);
});

test("repeating a message id or an Idempotency-Key gives the first answer again", async () => {
  const store = await openStore();
  await makeAgent(store);
  const { talk } = await openConversation(store.id);
  const first = await sendText(talk, "Order", "m-1");
  expect(first.messages[0]?.metadata).toEqual({ message_id: "m-1" });
  expect(await sendText(talk, "something else", "m-1")).toEqual(first);
  const key = { "idempotency-key": "k-1" };
  const once = await trySendText(talk, "grace@example.com", undefined, key);
  expect(await trySendText(talk, "grace@example.com", undefined, key)).toMatchObject({ body: once.body });
  const replied = await sendAsStaff(store, talk.id, "Hi", { message_id: "m-1" });
  expect(await sendAsStaff(store, talk.id, "Hi", { message_id: "m-1" })).toEqual(replied);
});

test("a key from nobody that guards a support token must not be guessable", async () => {
  const store = await openStore();
  const begin = (key: string) =>
    call(conversations.startConversation, {
      params: { storeId: store.id },
      body: {},
      headers: { "idempotency-key": key },
    });
  expect(await begin("short")).toMatchObject({ status: 400 });
  const [first, again] = [await begin("0123456789abcdefghijkl"), await begin("0123456789abcdefghijkl")];
  expect(again.body).toEqual(first.body);
});

test("the queue delivers the AI's answer when its request died", async () => {
  const store = await openStore();
  await makeAgent(store);
  const { talk } = await openConversation(store.id);
  const said = { input: { type: "text", content: "Do you deliver?" } } as const;
  const request = {
    params: { storeId: store.id, conversationId: talk.id },
    headers: { "x-support-token": talk.token },
    body: JSON.stringify(said),
  };
  await killAfterCall(
    (input) => "TransactItems" in input,
    () => invokeDirect(conversations.sendMessage, request),
  );
  const worker = supportWorkers.answerVisitor;
  const due = { store_id: store.id, conversation_id: talk.id, sequence: 2 };
  await answerVisitor(workerContext(worker), due);
  expect(roles(await readConversation(talk))).toEqual(["assistant", "user", "assistant"]);
  await waitForEvents(store, worker, ["message.created"]);
});
