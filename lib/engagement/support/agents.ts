import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { bytesOf } from "#core/dynamo/fitting.ts";
import { listOptions, listRecords, type Page } from "#core/dynamo/list.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL, validationFailed } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { parseLookup } from "#core/http/lookup.ts";
import { newId } from "#core/id.ts";
import {
  AGENT_STATUSES,
  type Agent,
  type AgentQuery,
  type CreateAgent,
  type UpdateAgent,
} from "./agent-schema.ts";
import { SUPPORT_AGENT } from "./errors.ts";
import { checkGraph } from "./graph.ts";
import { agentKeys, agents } from "./table.ts";

/** Bytes of JSON that an agent may have: every turn reads it. */
const MAX_AGENT = 200_000;

export async function createAgent(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreateAgent>,
): Promise<Agent> {
  const now = ctx.now();
  const agent: Agent = {
    id: newId("agent", ctx.clock()),
    store_id: storeId,
    key: input.key,
    name: input.name ?? input.key,
    status: input.status ?? "draft",
    entry_node_id: input.entry_node_id,
    nodes: input.nodes,
    edges: input.edges,
    ai_config: input.ai_config ?? null,
    channel_ids: input.channel_ids ?? [],
    notes: input.notes ?? null,
    created_at: now,
    updated_at: now,
  };
  check(agent);
  return transact(
    ctx,
    [
      agents.create(agent),
      agentKeys.create(keyOf(agent), SUPPORT_AGENT.KEY_TAKEN({ key: agent.key })),
      announceAgent(ctx, "support_agent.created", { ...agent }),
    ],
    agent,
  );
}

export async function listAgents(
  _ctx: Context,
  storeId: string,
  query: z.output<typeof AgentQuery>,
): Promise<Page<Agent>> {
  const fits = (agent: Agent) => query.status === undefined || agent.status === query.status;
  if (query.ids) {
    const found = await agents.batchGet(query.ids.map((id) => ({ store_id: storeId, id })));
    return { items: found.filter(fits), cursor: null };
  }
  if (query.key !== undefined) {
    const found = await findAgent(storeId, `${storeId}:${query.key}`);
    return { items: found && fits(found) ? [found] : [], cursor: null };
  }
  const partition = agents.partition({ store_id: storeId });
  const statuses = query.status ? [query.status] : AGENT_STATUSES;
  return listRecords(agents, {
    ...listOptions(query),
    partition,
    lists: statuses.map((status) => `${partition}#${status}`),
    everything: query.status === undefined,
    idPrefix: "agent",
    scope: ["listAgents"],
  });
}

/** An agent by id or by key. */
export async function getAgent(_ctx: Context, storeId: string, segment: string): Promise<Stored<Agent>> {
  const agent = await findAgent(storeId, segment);
  if (!agent) throw GENERAL.NOT_FOUND();
  return agent;
}

/** Changes what is sent; the graph that results is checked whole. */
export async function updateAgent(
  ctx: Context,
  storeId: string,
  segment: string,
  { ai_config, notes, ...changes }: z.output<typeof UpdateAgent>,
): Promise<Agent> {
  const before = await getAgent(ctx, storeId, segment);
  const after: Stored<Agent> = {
    ...before,
    key: changes.key ?? before.key,
    name: changes.name ?? before.name,
    status: changes.status ?? before.status,
    entry_node_id: changes.entry_node_id ?? before.entry_node_id,
    nodes: changes.nodes ?? before.nodes,
    edges: changes.edges ?? before.edges,
    ai_config: ai_config === undefined ? before.ai_config : ai_config,
    channel_ids: changes.channel_ids ?? before.channel_ids,
    notes: notes === undefined ? before.notes : notes,
    updated_at: ctx.now(),
  };
  check(after);
  return transact(
    ctx,
    [
      agents.replace(before, after),
      ...keyWrites(before, after),
      announceAgent(ctx, "support_agent.updated", after),
    ],
    after,
  );
}

/** Deletes an agent. What a visitor of it writes next goes to staff. */
export async function deleteAgent(ctx: Context, storeId: string, segment: string): Promise<void> {
  const agent = await getAgent(ctx, storeId, segment);
  await transact(ctx, [
    agents.remove(agent),
    agentKeys.removeKey({ store_id: storeId, key: agent.key }),
    announceAgent(ctx, "support_agent.deleted", agent),
  ]);
}

/** The active agent of a key; without one, the active one that was made first. */
export async function activeAgent(storeId: string, key: string | undefined): Promise<Agent | undefined> {
  const ids = key === undefined ? await activeIds(storeId) : [await idOfKey(storeId, key)];
  for (const id of ids) {
    const agent = id === undefined ? undefined : await agents.find({ store_id: storeId, id });
    // What became inactive between the two reads is passed over.
    if (agent?.status === "active") return agent;
  }
  return undefined;
}

async function activeIds(storeId: string): Promise<string[]> {
  const ids: string[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await agentKeys.query(agentKeys.partition({ store_id: storeId }), {
      consistent: true,
      after,
    });
    ids.push(...page.records.filter(({ status }) => status === "active").map(({ agent_id }) => agent_id));
    after = page.after;
  } while (after);
  return ids.sort();
}

async function idOfKey(storeId: string, key: string): Promise<string | undefined> {
  return (await agentKeys.find({ store_id: storeId, key }))?.agent_id;
}

async function findAgent(storeId: string, segment: string): Promise<Stored<Agent> | undefined> {
  const lookup = parseLookup(storeId, segment, {});
  if (lookup?.by === "id") return agents.find({ store_id: storeId, id: lookup.id });
  if (lookup?.by !== "key" || lookup.key === "") return undefined;
  const id = await idOfKey(storeId, lookup.key);
  return id === undefined ? undefined : agents.find({ store_id: storeId, id });
}

function check(agent: Agent): void {
  const faults = checkGraph(agent);
  if (bytesOf(agent) > MAX_AGENT) {
    const message = `makes the agent larger than ${MAX_AGENT} bytes of JSON`;
    faults.push({ field: "nodes", message, error: "FIELD.VALIDATION_FAILED" });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

function keyWrites(before: Agent, after: Agent): Write[] {
  if (before.key === after.key) return before.status === after.status ? [] : [agentKeys.put(keyOf(after))];
  return [
    agentKeys.create(keyOf(after), SUPPORT_AGENT.KEY_TAKEN({ key: after.key })),
    agentKeys.removeKey({ store_id: before.store_id, key: before.key }),
  ];
}

function keyOf({ store_id, key, id, status }: Agent) {
  return { store_id, key, agent_id: id, status };
}

function announceAgent(ctx: Context, type: string, agent: Stored<Agent>): Write {
  const { store_id, id } = agent;
  return announce(ctx, type, agent, { tenantId: store_id, resource: "support_agent", recordId: id });
}
