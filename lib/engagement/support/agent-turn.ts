import { ownProperty } from "#core/own-property.ts";
import type { AgentEdge, AgentNode, Graph } from "./agent-schema.ts";
import { readAnswer } from "./read-answer.ts";

/** Most nodes that one turn enters. */
export const MAX_STEPS = 50;
/** Number of consecutive unusable answers at one node after which staff take over. */
const MAX_TRIES = 4;
/** Most bytes of JSON of a conversation's `data` and `metadata` each. */
const MAX_DATA = 2048;

/** The button below every answer of the AI. */
export const PERSON_BUTTON = "Talk to a person";
const INVITATION = "Ask your question. I look for the answer on our pages.";
const HANDOVER_TEXT = "A member of our team will answer here.";
const ENDED_TEXT = "This conversation has ended. Write again to begin a new one.";

/** A message that a turn writes. */
interface TurnMessage {
  role: "assistant" | "action" | "system";
  content: string;
  buttons: string[];
}

/** The position of a conversation in its agent's graph. */
export interface Position {
  status: "active" | "ai_mode" | "escalated" | "resolved";
  current_node_id: string | null;
  data: Record<string, unknown>;
  /** Number of consecutive unusable answers at this node. */
  tries: number;
}

export interface Turn extends Position {
  said: TurnMessage[];
  /** Whether the AI must answer the visitor's text. */
  asksAi: boolean;
  steps: number;
}

/** The first turn, from the agent's entry node; without an agent, staff take over. */
export function firstTurn(agent: Graph | undefined): Turn {
  const place: Position = { status: "active", current_node_id: null, data: {}, tries: 0 };
  return agent ? walkFrom(agent, agent.entry_node_id, place) : handToStaff(place);
}

/**
 * The turn after a visitor's text or button label. After an unusable answer the question is asked again; after four of
 * them staff take over.
 */
export function nextTurn(agent: Graph | undefined, place: Position, text: string): Turn {
  const id = place.current_node_id;
  const node = agent && id !== null ? nodeOf(agent, id) : undefined;
  if (!agent || !node || id === null) return handToStaff(place);
  const edges = edgesBySource(agent).get(id) ?? [];
  if (node.type === "action") return handToStaff(place);
  if (node.type === "input") return inputTurn(agent, node, edges, place, text);
  const pressed = edgeFor(edges, text);
  if (pressed) return walkFrom(agent, pressed.target, { ...place, tries: 0 });
  const otherwise = defaultEdge(edges);
  if (node.type === "ai_handoff") return aiTurn(agent, otherwise, place, text);
  const isButton = node.buttons.some((label) => labelKey(label) === labelKey(text));
  if (otherwise) return walkFrom(agent, otherwise.target, { ...place, tries: 0 }, !isButton);
  if (isButton || edges.length + node.buttons.length === 0) return handToStaff(place);
  return askAgain(place, [{ role: "assistant", content: node.text, buttons: node.buttons }]);
}

function aiTurn(agent: Graph, otherwise: AgentEdge | undefined, place: Position, text: string): Turn {
  if (labelKey(text) !== labelKey(PERSON_BUTTON)) {
    return { ...place, status: "ai_mode", said: [], asksAi: true, steps: 0 };
  }
  return otherwise ? walkFrom(agent, otherwise.target, { ...place, tries: 0 }) : handToStaff(place);
}

function inputTurn(
  agent: Graph,
  node: Extract<AgentNode, { type: "input" }>,
  edges: AgentEdge[],
  place: Position,
  text: string,
): Turn {
  const read = readAnswer(node, text);
  const data = "value" in read ? { ...place.data, [node.field]: read.value } : place.data;
  const tooMuch = Buffer.byteLength(JSON.stringify(data)) > MAX_DATA;
  if ("problem" in read || tooMuch) {
    const content = "problem" in read ? read.problem : "That is too long to be kept.";
    return askAgain(place, [
      { role: "assistant", content, buttons: [] },
      { role: "assistant", content: node.prompt, buttons: [] },
    ]);
  }
  const next = edges.find(({ trigger }) => trigger.type === "input") ?? defaultEdge(edges);
  const kept = { ...place, data, tries: 0 };
  return next ? walkFrom(agent, next.target, kept) : handToStaff(kept);
}

function askAgain(place: Position, said: TurnMessage[]): Turn {
  const tries = place.tries + 1;
  if (tries >= MAX_TRIES) return handToStaff(place);
  return { ...place, tries, said: said.filter(({ content }) => content !== ""), asksAi: false, steps: 0 };
}

/** Walks from a node to the first one that waits for the visitor. */
function walkFrom(agent: Graph, from: string, place: Position, freeText = false): Turn {
  const bySource = edgesBySource(agent);
  const said: TurnMessage[] = [];
  let id = from;
  for (let steps = 1; steps <= MAX_STEPS; steps++) {
    const node = nodeOf(agent, id);
    if (!node) return handToStaff(place, said, steps);
    const edges = bySource.get(id) ?? [];
    const here: Position = { ...place, status: "active", current_node_id: id, tries: 0 };
    const stop = stopAt(node, here, said, freeText, steps);
    if (stop) return stop;
    if (node.type === "message") said.push({ role: "assistant", content: node.text, buttons: node.buttons });
    const next = defaultEdge(edges);
    if (waitsForVisitor(node, edges) || !next) return { ...here, said, asksAi: false, steps };
    id = next.target;
  }
  return handToStaff(place, said, MAX_STEPS);
}

/** How a turn ends at a node other than a message. */
function stopAt(
  node: AgentNode,
  here: Position,
  said: TurnMessage[],
  freeText: boolean,
  steps: number,
): Turn | undefined {
  if (node.type === "message") return undefined;
  if (node.type === "input") {
    said.push({ role: "assistant", content: node.prompt, buttons: [] });
    return { ...here, said, asksAi: false, steps };
  }
  if (node.type === "ai_handoff") {
    if (!freeText) said.push({ role: "assistant", content: INVITATION, buttons: [PERSON_BUTTON] });
    return { ...here, status: "ai_mode", said, asksAi: freeText, steps };
  }
  const { type, message } = node.action;
  if (message) said.push({ role: "action", content: message, buttons: [] });
  if (type === "human_handoff") return handToStaff(here, said, steps);
  said.push({ role: "system", content: ENDED_TEXT, buttons: [] });
  return { ...here, status: "resolved", said, asksAi: false, steps };
}

function handToStaff(place: Position, said: TurnMessage[] = [], steps = 0): Turn {
  const notice: TurnMessage = { role: "system", content: HANDOVER_TEXT, buttons: [] };
  return { ...place, tries: 0, status: "escalated", said: [...said, notice], asksAi: false, steps };
}

function edgeFor(edges: AgentEdge[], text: string): AgentEdge | undefined {
  const labels = edges.flatMap((edge) =>
    edge.trigger.type === "button" ? [{ edge, label: edge.trigger.label }] : [],
  );
  const found =
    labels.find(({ label }) => label === text) ??
    labels.find(({ label }) => labelKey(label) === labelKey(text));
  return found?.edge;
}

function defaultEdge(edges: AgentEdge[]): AgentEdge | undefined {
  return edges.find(({ trigger }) => trigger.type === "default");
}

/** A label in the form that is compared: without upper case and outer spaces. */
export function labelKey(label: string): string {
  return label.trim().toLowerCase().normalize("NFC");
}

/** A node of a graph by its own id, never an inherited property. */
export function nodeOf({ nodes }: Pick<Graph, "nodes">, id: string): AgentNode | undefined {
  return ownProperty(nodes, id);
}

/** Whether a conversation stops at a node until the visitor says something. */
export function waitsForVisitor(node: AgentNode, edges: readonly AgentEdge[]): boolean {
  if (node.type !== "message") return node.type !== "action";
  return (
    node.buttons.length > 0 || !edges.every(({ trigger }) => trigger.type === "default") || !edges.length
  );
}

/** The edges that leave each node. */
export function edgesBySource({ edges }: Pick<Graph, "edges">): Map<string, AgentEdge[]> {
  return Map.groupBy(edges, ({ source }) => source);
}
