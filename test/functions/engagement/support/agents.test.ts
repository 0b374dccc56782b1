import { expect, test } from "vitest";
import { supportAgents } from "#functions/engagement/support/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { FRONT_DESK, makeAgent, openConversation, pressButton, sendText } from "#test/support/support.ts";
import { openStore } from "#test/support/world.ts";

test("an agent is created, read by id and key, listed, changed and deleted", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const made = await makeAgent(store);
  const byId = { params: { ...params, agentId: made.id }, as: store.owner };
  expect(await ok(supportAgents.getSupportAgent, byId)).toEqual(made);
  const byKey = { params: { ...params, agentId: `${store.id}:front-desk` }, as: store.owner };
  expect(await ok(supportAgents.getSupportAgent, byKey)).toEqual(made);
  const { items } = await ok(supportAgents.listSupportAgents, { params, as: store.owner });
  expect(items).toEqual([made]);
  const renamed = await ok(supportAgents.updateSupportAgent, {
    ...byId,
    body: { key: "desk", notes: "Ours" },
  });
  expect(renamed).toMatchObject({ key: "desk", notes: "Ours", nodes: made.nodes });
  expect(await ok(supportAgents.deleteSupportAgent, byId)).toMatchObject({ deleted: true });
  expect(await refused(supportAgents.getSupportAgent, byId)).toMatchObject({ status: 404 });
});

test("an agent's key is unique in its store", async () => {
  const store = await openStore();
  await makeAgent(store);
  const body = { ...FRONT_DESK, key: "front-desk" };
  const params = { storeId: store.id };
  expect(await refused(supportAgents.createSupportAgent, { params, as: store.owner, body })).toMatchObject({
    status: 409,
    error: "SUPPORT_AGENT.KEY_TAKEN",
  });
});

test("a new agent is a draft, and a faulty graph is a 400 that names each fault by its path", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const nodes = {
    a: { type: "message" as const, text: "A" },
    b: { type: "message" as const, text: "B" },
    q: { type: "input" as const, prompt: "?", field: "x", validation: "(" },
    lost: { type: "action" as const, action: { type: "human_handoff" as const } },
  };
  const on = { type: "default" as const };
  const edges = [
    { source: "a", target: "b", trigger: on },
    { source: "b", target: "a", trigger: on },
    { source: "b", target: "q", trigger: on },
    { source: "q", target: "nowhere", trigger: { type: "input" as const, field: "y" } },
    { source: "q", target: "a", trigger: { type: "button" as const, label: "No" } },
  ];
  const body = { key: "broken", entry_node_id: "a", nodes, edges };
  const { status, body: answer } = await refused(supportAgents.createSupportAgent, {
    params,
    as: store.owner,
    body,
  });
  expect(status).toBe(400);
  expect(answer.validationErrors.map(({ field }) => field).sort()).toEqual(
    [
      "edges[2].trigger",
      "edges[3].target",
      "edges[3].trigger",
      "edges[4].trigger",
      "nodes.a",
      "nodes.b",
      "nodes.lost",
      "nodes.q.validation",
    ].sort(),
  );
  const fine = { key: "fine", entry_node_id: "a", nodes: { a: nodes.a } };
  expect(await ok(supportAgents.createSupportAgent, { params, as: store.owner, body: fine })).toMatchObject({
    status: "draft",
    name: "fine",
    edges: [],
  });
});

test("the next message hands a conversation to staff when its agent or node is gone", async () => {
  const store = await openStore();
  const agent = await makeAgent(store);
  const [first, second] = [await openConversation(store.id), await openConversation(store.id)];
  await pressButton(first.talk, "Order");
  const there = { params: { storeId: store.id, agentId: agent.id }, as: store.owner };
  const { hello, ai } = FRONT_DESK.nodes;
  const edges = [{ source: "hello", target: "ai", trigger: { type: "default" as const } }];
  await ok(supportAgents.updateSupportAgent, { ...there, body: { nodes: { hello, ai }, edges } });
  expect(await sendText(first.talk, "grace@example.com")).toMatchObject({ status: "escalated" });
  await ok(supportAgents.deleteSupportAgent, there);
  expect(await sendText(second.talk, "Hello?")).toMatchObject({ status: "escalated" });
});

test("an agent stores validation patterns, prompt overrides and final messages", async () => {
  const store = await openStore();
  const on = { type: "default" as const };
  const nodes = {
    ask: { type: "input" as const, prompt: "Your order?", field: "order", validation: "^[0-9]{4}$" },
    model: { type: "ai_handoff" as const, system_prompt_override: "Answer in one sentence." },
    end: { type: "action" as const, action: { type: "end_conversation" as const, message: "Goodbye." } },
  };
  const edges = [
    { source: "ask", target: "end", trigger: { type: "input" as const, field: "order" } },
    { source: "ask", target: "model", trigger: on },
  ];
  const body = { key: "orders", status: "active" as const, entry_node_id: "ask", nodes, edges };
  const params = { storeId: store.id };
  const made = await ok(supportAgents.createSupportAgent, { params, as: store.owner, body });
  expect(made.nodes).toMatchObject(nodes);
  const { talk } = await openConversation(store.id);
  const wrong = await sendText(talk, "Which one?");
  expect(wrong.status).not.toBe("resolved");
  const right = await sendText(talk, "4711");
  expect(right.messages.map(({ content }) => content)).toContain("Goodbye.");
});
