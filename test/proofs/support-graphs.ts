import type { Agent, AgentEdge, AgentNode, AgentTrigger } from "#lib/engagement/support/agent-schema.ts";
import {
  firstTurn,
  MAX_STEPS,
  nextTurn,
  type Position,
  type Turn,
} from "#lib/engagement/support/agent-turn.ts";
import { checkGraph } from "#lib/engagement/support/check-graph.ts";
import type { Random } from "#test/support/random.ts";

/** Texts typed into random conversations: labels, values, misfits and names of object properties. */
const TYPED_TEXTS = [
  "Yes",
  " yes ",
  "NO",
  "More",
  "grace@example.com",
  "+49 30 901820",
  "zzz",
  "Talk to a person",
  "constructor",
];
const LABELS = ["Yes", "No", "More", "Other"];
const TEXTS_PER_GRAPH = 12;

/**
 * Validates random graphs of up to 200 nodes and 1,000 edges: each is refused with paths, or every turn through it ends
 * within the allowed steps and with an answer.
 */
export function walkGraphs(random: Random, graphs: number) {
  const count = { refused: 0, walked: 0, turns: 0, longest: 0 };
  for (let index = 0; index < graphs; index++) {
    const graph = index % 8 === 1 ? randomChain(random) : randomGraph(random, index);
    const faults = checkGraph(graph);
    if (faults.length > 0) {
      for (const { field } of faults) {
        if (!/^(entry_node_id|nodes\..+|edges\[\d+\]\.(source|target|trigger))$/.test(field)) {
          throw new Error(`a fault without a path: "${field}"`);
        }
      }
      count.refused += 1;
      continue;
    }
    count.walked += 1;
    let turn = firstTurn(graph);
    checkTurn(turn);
    count.longest = Math.max(count.longest, turn.steps);
    for (
      let text = 0;
      text < TEXTS_PER_GRAPH && (turn.status === "active" || turn.status === "ai_mode");
      text++
    ) {
      const { status, current_node_id, data, tries }: Position = turn;
      turn = nextTurn(graph, { status, current_node_id, data, tries }, random.pick(TYPED_TEXTS));
      checkTurn(turn);
      count.turns += 1;
      count.longest = Math.max(count.longest, turn.steps);
    }
  }
  return count;
}

function checkTurn({ steps, status, said, asksAi }: Turn): void {
  if (steps > MAX_STEPS) throw new Error(`a turn of ${steps} steps`);
  if (!["active", "ai_mode", "escalated", "resolved"].includes(status)) throw new Error(`ended ${status}`);
  if (said.length === 0 && !asksAi) throw new Error(`a silent turn that ended ${status}`);
}

type Graph = Pick<Agent, "entry_node_id" | "nodes" | "edges">;

/** A chain of messages that may be longer than a turn allows, sometimes a cycle. */
function randomChain(random: Random): Graph {
  const ids = Array.from({ length: 1 + random.int(120) }, (_, at) => `m${at}`);
  const nodes = Object.fromEntries(
    ids.map((id) => [id, { type: "message", text: "Text", buttons: [] } satisfies AgentNode]),
  );
  const edges = ids
    .slice(1)
    .map((target, at): AgentEdge => ({ source: `m${at}`, target, trigger: { type: "default" } }));
  const circle: AgentEdge = {
    source: ids.at(-1) ?? "",
    target: random.pick(ids),
    trigger: { type: "default" },
  };
  return { entry_node_id: "m0", nodes, edges: random.chance(0.2) ? [...edges, circle] : edges };
}

// Purely random graphs are mostly invalid: a path to every node and valid edges make some of them pass.
function randomGraph(random: Random, index: number): Graph {
  const size = 1 + random.int(index % 4 === 0 ? 200 : 12);
  const ids = Array.from({ length: size }, (_, at) => (random.int(50) === 0 ? `n.${at} "` : `n${at}`));
  const nodes = Object.fromEntries(ids.map((id, at) => [id, randomNode(random, at === size - 1)]));
  const edges: AgentEdge[] = [];
  const taken = new Set<string>();
  const add = (source: string, target: string, trigger: AgentTrigger) => {
    const name = JSON.stringify([source, trigger]);
    if (taken.has(name) && !random.chance(0.01)) return;
    taken.add(name);
    edges.push({ source, target, trigger });
  };
  for (const [at, target] of ids.entries()) {
    const source = at === 0 ? undefined : ids[random.chance(0.8) ? at - 1 : random.int(at)];
    const node = source && nodes[source];
    if (node) add(source, target, triggerFor(random, node, `To ${target}`.slice(0, 80)));
  }
  const extra = Math.min(1000 - edges.length, random.int(size * 4 + 1));
  for (let more = 0; more < extra; more++) {
    const source = random.pick(ids);
    const node = nodes[source];
    const wrong = random.int(400) === 0;
    if (node)
      add(source, wrong ? "nowhere" : random.pick(ids), triggerFor(random, node, random.pick(LABELS)));
  }
  return { entry_node_id: random.int(100) === 0 ? "gone" : (ids[0] ?? ""), nodes, edges };
}

function randomNode(random: Random, last: boolean): AgentNode {
  const kind = last ? random.int(6) : random.int(5);
  if (kind <= 2) {
    const buttons = random.chance(0.4) ? random.shuffled(LABELS).slice(0, 1 + random.int(3)) : [];
    return { type: "message", text: "Text", buttons };
  }
  if (kind === 3) {
    const validation = random.chance(0.2) ? "^[a-z]+" : null;
    const input_type = random.pick(["text", "email", "phone"] as const);
    return { type: "input", prompt: "?", field: random.pick(["email", "name"]), input_type, validation };
  }
  if (kind === 4) return { type: "ai_handoff", system_prompt_override: null };
  const type = random.pick(["end_conversation", "human_handoff"] as const);
  return { type: "action", action: { type, message: null } };
}

function triggerFor(random: Random, node: AgentNode, label: string): AgentTrigger {
  if (random.int(500) === 0) return { type: "input", field: "other" };
  if (node.type === "input" && random.chance(0.6)) return { type: "input", field: node.field };
  if (node.type === "input" || random.chance(0.4)) return { type: "default" };
  return { type: "button", label };
}
