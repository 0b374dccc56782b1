import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { jsonBytes } from "#core/dynamo/list/page.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { fieldError, invalidField, validationFailed } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { Agent, type CreateAgent, type UpdateAgent } from "./agent-schema.ts";
import { checkGraph } from "./check-graph.ts";
import { agentKind } from "./kind.ts";
import { activeAgentLists, agents } from "./table.ts";

/** Most bytes of an agent's JSON, because every turn reads it. */
const MAX_AGENT_BYTES = 200_000;
/** Most active agents of a store. */
const MAX_ACTIVE = 200;

export async function createAgent(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreateAgent>,
): Promise<Agent> {
  const now = ctx.now();
  const agent = newRecord(
    Agent,
    { name: input.key, status: "draft", edges: [], ai_config: null, channel_ids: [], notes: null },
    input,
    { id: newId("agent", ctx.clock()), store_id: storeId, created_at: now, updated_at: now },
  );
  checkAgent(agent);
  return transact(
    ctx,
    [
      ...agentKind.creation(agent),
      await activeListWrite(agent, agent.status === "active"),
      announce(ctx, "support_agent.created", agents, agent),
    ],
    agent,
  );
}

export const listAgents = agentKind.list;

/** An agent by id or by key. */
export const getAgent = agentKind.get;

/** Changes the given fields and checks the resulting graph as a whole. */
export async function updateAgent(
  ctx: Context,
  storeId: string,
  segment: string,
  input: z.output<typeof UpdateAgent>,
): Promise<Agent> {
  const before = await agentKind.existing(storeId, segment, { ctx });
  const after = changedRecord(Agent, before, input, { updated_at: ctx.now() });
  checkAgent(after);
  const { record, writes } = agentKind.replacement(ctx, "support_agent.updated", before, after);
  return transact(ctx, [...writes, await activeListWrite(after, after.status === "active")], record);
}

/** Deletes an agent. The next message of its visitors goes to staff. */
export async function deleteAgent(ctx: Context, storeId: string, segment: string): Promise<void> {
  const agent = await agentKind.existing(storeId, segment, { ctx });
  await transact(ctx, [
    ...agentKind.removal(agent),
    await activeListWrite(agent, false),
    announce(ctx, "support_agent.deleted", agents, agent),
  ]);
}

/** The active agent of a key; without a key, the oldest active agent. */
export async function activeAgent(storeId: string, key: string | undefined): Promise<Agent | undefined> {
  if (key !== undefined) {
    const agent = await agentKind.find(storeId, "", { key });
    return agent?.status === "active" ? agent : undefined;
  }
  const list = await activeAgentLists.find({ store_id: storeId });
  for (const id of list?.active ?? []) {
    const agent = await agents.find({ store_id: storeId, id });
    // The agent may have become inactive after the list was read; then the next one is tried.
    if (agent?.status === "active") return agent;
  }
  return undefined;
}

function checkAgent(agent: Agent): void {
  const faults = checkGraph(agent);
  if (jsonBytes(agent) > MAX_AGENT_BYTES) {
    const message = `makes the agent larger than ${MAX_AGENT_BYTES} bytes of JSON`;
    faults.push(fieldError("nodes", message));
  }
  if (faults.length > 0) throw validationFailed(faults);
}

async function activeListWrite({ store_id, id }: Agent, isActive: boolean): Promise<Write | undefined> {
  const list = await activeAgentLists.find({ store_id });
  const before = list?.active ?? [];
  if (before.includes(id) === isActive) return undefined;
  const active = isActive ? [...before, id].sort() : before.filter((one) => one !== id);
  if (active.length > MAX_ACTIVE) {
    const message = `would be one more than the ${MAX_ACTIVE} active agents of a store. Archive another first`;
    throw invalidField("status", message);
  }
  return list
    ? activeAgentLists.replace(list, { store_id, active })
    : activeAgentLists.create({ store_id, active });
}
