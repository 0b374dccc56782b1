import { type FieldError, fieldError } from "#core/errors.ts";
import { patternsOfRecord } from "#lib/content/blocks/pattern.ts";
import type { AgentNode, AgentTrigger, Graph } from "./agent-schema.ts";
import { edgesBySource, labelKey, nodeOf, waitsForVisitor } from "./agent-turn.ts";

/** The triggers that the edges of a node can have, by the node's type. */
const TRIGGERS: Record<AgentNode["type"], readonly AgentTrigger["type"][]> = {
  message: ["button", "default"],
  input: ["input", "default"],
  ai_handoff: ["button", "default"],
  action: [],
};

/**
 * All faults of a graph with their paths: a missing entry node or target, unreachable nodes, repeated or impossible
 * triggers, invalid patterns, and cycles that never wait for the visitor.
 */
export function checkGraph(graph: Graph): FieldError[] {
  const faults: FieldError[] = [];
  const fault = (field: string, message: string) => faults.push(fieldError(field, message));
  if (!nodeOf(graph, graph.entry_node_id)) fault("entry_node_id", "names no node");
  checkEdges(graph, fault);
  checkPatterns(graph, fault);
  if (nodeOf(graph, graph.entry_node_id)) {
    const reached = reachableNodes(graph);
    for (const id of Object.keys(graph.nodes)) {
      if (!reached.has(id)) fault(`nodes.${id}`, "cannot be reached from the entry");
    }
  }
  for (const id of nodesOnEndlessCycles(graph)) {
    fault(`nodes.${id}`, "is on a circle of nodes that never waits for the visitor");
  }
  return faults;
}

type Fault = (field: string, message: string) => void;

function checkEdges(graph: Graph, fault: Fault): void {
  const taken = new Set<string>();
  for (const [index, { source, target, trigger }] of graph.edges.entries()) {
    const at = `edges[${index}]`;
    const from = nodeOf(graph, source);
    if (!from) fault(`${at}.source`, "names no node");
    if (!nodeOf(graph, target)) fault(`${at}.target`, "names no node");
    if (!from) continue;
    if (!TRIGGERS[from.type].includes(trigger.type)) {
      fault(`${at}.trigger`, `cannot be ${trigger.type}: its source is of the type ${from.type}`);
    } else if (trigger.type === "input" && from.type === "input" && trigger.field !== from.field) {
      fault(`${at}.trigger`, `names another field than its source, which is ${from.field}`);
    }
    const name = JSON.stringify([source, trigger.type, "label" in trigger ? labelKey(trigger.label) : ""]);
    if (taken.has(name)) fault(`${at}.trigger`, "is the trigger of another edge of this node");
    taken.add(name);
  }
}

function checkPatterns({ nodes }: Graph, fault: Fault): void {
  const patterns = patternsOfRecord();
  for (const [id, node] of Object.entries(nodes)) {
    if (node.type !== "input" || !node.validation) continue;
    const problem = patterns.problem(node.validation);
    if (problem) fault(`nodes.${id}.validation`, problem);
  }
}

function reachableNodes(graph: Graph): Set<string> {
  const edges = edgesBySource(graph);
  const reached = new Set([graph.entry_node_id]);
  // This loop also visits the ids that it adds to the set.
  for (const id of reached) for (const { target } of edges.get(id) ?? []) reached.add(target);
  return reached;
}

/** The nodes on cycles along which a conversation would continue forever. */
function nodesOnEndlessCycles(graph: Graph): string[] {
  const edges = edgesBySource(graph);
  const next = new Map<string, string>();
  for (const [id, node] of Object.entries(graph.nodes)) {
    const out = edges.get(id) ?? [];
    const way = out.find(({ trigger }) => trigger.type === "default");
    if (way && node.type === "message" && !waitsForVisitor(node, out)) next.set(id, way.target);
  }
  // Each node has at most one successor here, so a walk that comes back to its own path has found a cycle.
  const seen = new Map<string, string>();
  const circles: string[] = [];
  for (const start of next.keys()) {
    let at: string | undefined = start;
    while (at !== undefined && !seen.has(at)) {
      seen.set(at, start);
      at = next.get(at);
    }
    if (at === undefined || seen.get(at) !== start) continue;
    const first: string = at;
    do {
      circles.push(at);
      at = next.get(at) ?? first;
    } while (at !== first);
  }
  return circles;
}
