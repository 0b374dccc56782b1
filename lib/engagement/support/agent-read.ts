import type { Read } from "#core/dynamo/read.ts";
import type { Agent } from "./agent-schema.ts";
import { agents } from "./table.ts";

/** Agents as they were parsed; each has up to 200 KB. */
const MAX = 50;
const parsed = new Map<string, Agent>();

/** The read of an agent. Every turn makes it, and an agent seldom changes: each version is parsed once a process. */
export function agentRead(slots: { store_id: string; id: string }): Read<Agent> {
  const { key, parse } = agents.read(slots);
  return {
    key,
    parse(item) {
      const name = JSON.stringify([item.pk, item.sk, item._v]);
      const agent = parsed.get(name) ?? parse(item);
      if (parsed.size >= MAX && !parsed.has(name)) parsed.clear();
      parsed.set(name, agent);
      return agent;
    },
  };
}
