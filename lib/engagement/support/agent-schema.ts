import * as z from "zod";
import { anyCase, nonBlankText, page } from "#core/http/page.ts";
import { expectedVersion, RecordKey, RecordQuery } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";

export const AGENT_STATUSES = ["draft", "active", "archived"] as const;
const Status = anyCase(AGENT_STATUSES);

/** Most characters of a visitor's message, and of an agent's. */
export const MAX_CONTENT = 4000;
/** Most characters of a button's label. */
export const MAX_LABEL = 80;
const MAX_NODES = 200;
const MAX_EDGES = 1000;
const MAX_BUTTONS = 10;

const NodeId = z.string().min(1).max(100);
const Text = z.string().max(MAX_CONTENT);
const Label = nonBlankText(MAX_LABEL);
/** Name of the field that stores an answer. Names with a meaning in JavaScript are refused. */
const Field = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, "must be a letter and up to 63 letters, digits or underscores")
  .refine((name) => name !== "constructor", "is not a usable name");

export const MessageNode = z.object({
  type: z.literal("message"),
  text: Text,
  buttons: z.array(Label).max(MAX_BUTTONS).default([]),
});
export const InputNode = z.object({
  type: z.literal("input"),
  prompt: Text,
  field: Field,
  input_type: z.enum(["text", "email", "phone"]).default("text"),
  validation: z.string().max(1000).nullish(),
});
export const AiNode = z.object({
  type: z.literal("ai_handoff"),
  system_prompt_override: z.string().max(MAX_CONTENT).nullish(),
});
const Action = z.object({ type: z.enum(["end_conversation", "human_handoff"]), message: Text.nullish() });
export const ActionNode = z.object({ type: z.literal("action"), action: Action });
export const AgentNode = z.discriminatedUnion("type", [MessageNode, InputNode, AiNode, ActionNode]);
export type AgentNode = z.output<typeof AgentNode>;
export const AgentNodeView = z.discriminatedUnion("type", [
  MessageNode.pick({ type: true, text: true, buttons: true }),
  InputNode.pick({ type: true, prompt: true, field: true, input_type: true, validation: true }),
  AiNode.pick({ type: true, system_prompt_override: true }),
  ActionNode.pick({ type: true }).extend({ action: Action.pick({ type: true, message: true }) }),
]);

const ByButton = z.object({ type: z.literal("button"), label: Label });
const ByInput = z.object({ type: z.literal("input"), field: z.string().max(64) });
const Otherwise = z.object({ type: z.literal("default") });
export const AgentTrigger = z.discriminatedUnion("type", [ByButton, ByInput, Otherwise]);
export type AgentTrigger = z.output<typeof AgentTrigger>;
const TriggerView = z.discriminatedUnion("type", [
  ByButton.pick({ type: true, label: true }),
  ByInput.pick({ type: true, field: true }),
  Otherwise.pick({ type: true }),
]);

export const AgentEdge = z.object({ source: NodeId, target: NodeId, trigger: AgentTrigger });
export type AgentEdge = z.output<typeof AgentEdge>;
export const AgentEdgeView = AgentEdge.pick({ source: true, target: true }).extend({ trigger: TriggerView });

const Nodes = z
  .record(NodeId, AgentNode)
  .refine((nodes) => Object.keys(nodes).length <= MAX_NODES, `may have at most ${MAX_NODES} nodes`)
  // The table's client would treat an object with this name as a class.
  .refine(
    (nodes) => !Object.hasOwn(nodes, "constructor"),
    'has the name "constructor", which cannot be kept',
  );
const Edges = z.array(AgentEdge).max(MAX_EDGES);

const AiConfig = z.object({
  system_prompt: z.string().max(8000).default(""),
  max_context_messages: z.int().min(1).max(20).default(20),
});

/** The script of conversations: a graph of nodes, and instructions for the AI. */
export const Agent = z.object({
  id: z.string(),
  store_id: z.string(),
  key: z.string(),
  name: z.string(),
  status: z.enum(AGENT_STATUSES),
  entry_node_id: z.string(),
  nodes: z.record(z.string(), AgentNode),
  edges: z.array(AgentEdge),
  ai_config: AiConfig.nullable(),
  channel_ids: z.array(z.string()),
  notes: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Agent = z.output<typeof Agent>;

export const AgentView = Agent.pick({
  id: true,
  store_id: true,
  key: true,
  name: true,
  status: true,
  entry_node_id: true,
  channel_ids: true,
  notes: true,
  created_at: true,
  updated_at: true,
})
  .extend({
    nodes: z.record(z.string(), AgentNodeView),
    edges: z.array(AgentEdgeView),
    ai_config: AiConfig.pick({ system_prompt: true, max_context_messages: true }).nullable(),
    version: recordVersion(),
  })
  .meta({
    examples: [
      {
        id: "agent_01j9z3k4m5n6p7q8r9s0t1v2w3",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        key: "front-desk",
        name: "Front desk",
        status: "active",
        entry_node_id: "hello",
        nodes: { hello: { type: "message", text: "Hello! How can we help?", buttons: ["Delivery"] } },
        edges: [],
        ai_config: null,
        channel_ids: [],
        notes: null,
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export const AgentPage = page(AgentView);

/** The part of an agent that conversations follow. */
export type Graph = Pick<Agent, "entry_node_id" | "nodes" | "edges">;

const fields = {
  name: nonBlankText(200).nullish(),
  status: Status.nullish(),
  entry_node_id: NodeId.nullish(),
  nodes: Nodes.nullish(),
  edges: Edges.nullish(),
  ai_config: AiConfig.nullish(),
  channel_ids: z.array(z.string().min(1).max(200)).max(50).nullish(),
  notes: z.string().max(2000).nullish(),
};

const EXAMPLE = {
  key: "front-desk",
  name: "Front desk",
  status: "active",
  entry_node_id: "hello",
  nodes: {
    hello: { type: "message", text: "Hello! How can we help?", buttons: ["Delivery", "Talk to a person"] },
    delivery: { type: "message", text: "We deliver on Tuesdays." },
    staff: { type: "action", action: { type: "human_handoff" } },
  },
  edges: [
    { source: "hello", target: "delivery", trigger: { type: "button", label: "Delivery" } },
    { source: "hello", target: "staff", trigger: { type: "default" } },
  ],
} as const;

export const CreateAgent = z
  .object({ ...fields, key: RecordKey, entry_node_id: NodeId, nodes: Nodes, edges: Edges.nullish() })
  .meta({ examples: [EXAMPLE] });

export const UpdateAgent = z
  .object({ ...fields, key: RecordKey.nullish(), version: expectedVersion })
  .meta({ examples: [{ name: "Front desk", status: "active" }] });

export const AgentQuery = RecordQuery.extend({ status: Status.optional() });
