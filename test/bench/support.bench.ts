import { randomUUID } from "node:crypto";
import type { Operation } from "#core/http/contract.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { conversations, supportAgents, supportInbox } from "#functions/engagement/support/routes.ts";
import { scripts } from "#functions/system/scripts/routes.ts";
import { FRONT_DESK } from "#test/support/support.ts";
import { type BenchRequest, buildBundles, deployedHandler, invoke, sourceHandler } from "./handlers.ts";
import { tableCalls, unitsOf, withoutOutput } from "./measure.ts";
import { compareScenarios, type Scenario } from "./scenario.ts";
import type { BenchStack } from "./stack.ts";
import { type BenchWorld, benchWorld } from "./world.ts";

export const name =
  "support: CPU, round trips and capacity of turns, polls and scripts through the deployed code";

const SCRIPT_RUNS = 100;

export async function run(_stack: BenchStack): Promise<string> {
  const world = await benchWorld();
  const all = await scenarios(world);
  await buildBundles([...all.map(({ operation }) => operation), scripts.runScript]);
  return `${await compareScenarios(all, "read of a form by id")}\n\n${await withoutOutput(() => conversationCost(world))}\n${await withoutOutput(() => scriptTime(world))}`;
}

async function scenarios(world: BenchWorld): Promise<Scenario[]> {
  const { storeId, formId, token } = world;
  const params = { storeId };
  const graph = { ...LOOPING_AGENT, key: "loop", status: "active" };
  await conversationReply(supportAgents.createSupportAgent, { params, token, body: graph });
  const loop = await startTalk(storeId, "loop");
  const poll = await startTalk(storeId, "loop");
  return [
    {
      label: "read of a form by id",
      goal: { cpu: 1.2 },
      operation: forms.getForm,
      request: () => ({ params: { storeId, formId }, token }),
    },
    {
      label: "creation of a form",
      goal: { cpu: 2.5 },
      operation: forms.createForm,
      request: () => ({ params: { storeId }, token, body: { key: `bench-${randomUUID()}`, schema: [] } }),
    },
    {
      label: "turn of three nodes",
      goal: { cpu: 3 },
      operation: conversations.sendMessage,
      request: () => withMessage(loop.request, "grace@example.com"),
    },
    {
      label: "empty poll",
      goal: { cpu: 0.7 },
      operation: conversations.readConversation,
      request: () => ({ ...poll.request, query: { after_id: poll.last } }),
    },
  ];
}

/** Asks for an email address, sends two messages and asks again: every turn enters three nodes. */
const LOOPING_AGENT = {
  entry_node_id: "address",
  nodes: {
    address: FRONT_DESK.nodes.address,
    thanks: { type: "message", text: "Thank you.", buttons: [] },
    more: { type: "message", text: "Anything else?", buttons: [] },
  },
  edges: [
    { source: "address", target: "thanks", trigger: { type: "input", field: "email" } },
    { source: "thanks", target: "more", trigger: { type: "default" } },
    { source: "more", target: "address", trigger: { type: "default" } },
  ],
};

async function conversationCost({ storeId, token }: BenchWorld): Promise<string> {
  const params = { storeId };
  const desk = { ...FRONT_DESK, key: "desk", status: "active" };
  await conversationReply(supportAgents.createSupportAgent, { params, token, body: desk });
  let said = 0;
  const calls = await tableCalls(async () => {
    const { id, request } = await startTalk(storeId, "desk");
    for (const text of [
      "Order",
      "grace@example.com",
      "Question",
      "Do you deliver?",
      "And returns?",
      "Beans?",
      "Mugs?",
    ])
      await conversationReply(conversations.sendMessage, withMessage(request, text));
    for (const content of ["Ada here.", "It is on its way.", "Goodbye."]) {
      const reply = { params: { storeId, conversationId: id }, token, body: { content } };
      said = (await conversationReply(supportInbox.replyToVisitor, reply)).messages.at(-1)?.sequence ?? 0;
    }
  });
  return `a conversation of ${said} messages with its events: ${unitsOf(calls, true)} write units, ${unitsOf(calls, false)} read units`;
}

/** Measures wall time, as a script runs in another thread. The first runs warm up the process. */
async function scriptTime({ token }: BenchWorld): Promise<string> {
  const handler = await deployedHandler(scripts.runScript);
  const took: number[] = [];
  for (let index = 0; index < SCRIPT_RUNS; index++) {
    const started = performance.now();
    await invoke(handler, scripts.runScript, { token, body: { script: "1+1" } });
    took.push(performance.now() - started);
  }
  const warm = took.slice(SCRIPT_RUNS / 5).sort((a, b) => a - b);
  const at = (part: number) => (warm[Math.floor(warm.length * part)] ?? 0).toFixed(0);
  return `script 1+1, warm, from request to answer: half within ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms (budget 80)`;
}

async function startTalk(storeId: string, agent_key: string) {
  const begun = await conversationReply(conversations.startConversation, {
    params: { storeId },
    body: { agent_key },
  });
  const { id, support_token = "", messages } = begun;
  const headers = { "x-support-token": support_token };
  const request: BenchRequest = { params: { storeId, conversationId: id }, headers };
  return { id, request, last: messages.at(-1)?.id ?? "" };
}

function withMessage(request: BenchRequest, content: string): BenchRequest {
  return { ...request, body: { input: { type: "text", content } } };
}

type ConversationReply = { id: string; support_token?: string; messages: { id: string; sequence: number }[] };

async function conversationReply(operation: Operation, request: BenchRequest): Promise<ConversationReply> {
  return JSON.parse(await invoke(await sourceHandler(operation), operation, request)) as ConversationReply;
}
