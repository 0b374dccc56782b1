import { publications } from "#functions/engagement/social/routes.ts";
import { conversations, supportAgents, supportInbox } from "#functions/engagement/support/routes.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { member } from "#test/support/world.ts";
import { OMISSION_REASONS, type Recipes, type SentRecord } from "./recipe.ts";
import type { World } from "./world.ts";

const agentRecipe = {
  asks: (_: unknown, seed: number) => {
    const nodes = {
      hello: { type: "message", text: `Hello ${seed}`, buttons: [`Button ${seed}`] },
      asks: {
        type: "input",
        prompt: `Who ${seed}?`,
        field: `field${seed}`,
        input_type: ["email", "phone"][seed % 2],
        validation: "^.*$",
      },
      hands: { type: "ai_handoff", system_prompt_override: `Be kind ${seed}` },
      ends: { type: "action", action: { type: "end_conversation", message: `Bye ${seed}` } },
    };
    const edges = [
      { source: "hello", target: "asks", trigger: { type: "button", label: `Button ${seed}` } },
      { source: "hello", target: "hands", trigger: { type: "default" } },
      { source: "asks", target: "ends", trigger: { type: "input", field: `field${seed}` } },
    ];
    return { body: { entry_node_id: "hello", nodes, edges } };
  },
};

const publicationRecipe = {
  asks: ({ ids }: World, seed: number) => ({
    body: {
      social_account_id: ids.socialAccountId,
      content: { type: "sandbox", text: `Guji ${crypto.randomUUID()}` },
      scheduled_at: futureTime(seed),
      publish: OMITTED,
    },
  }),
  within: "publication",
};

async function startConversationIn({ id: storeId, visitor: as }: World) {
  return ok(conversations.startConversation, { params: { storeId }, as, body: {} });
}

const conversationRecipe = {
  read: async ({ id: storeId, owner: as }: World, { params, record }: SentRecord) => {
    const at = { storeId, conversationId: params.conversationId ?? String(record.id) };
    const found = await ok(supportInbox.getConversation, { params: at, as });
    return { ...found, messages: found.messages.filter(({ role }) => role === "user" || role === "staff") };
  },
};

const agentIdByKey = new Map<unknown, string>();

/** A time in the next weeks. */
const futureTime = (seed: number) => Math.floor(Date.now() / 1000) + 1_000_000 + seed;

export const ENGAGEMENT: Recipes = {
  createSupportAgent: agentRecipe,
  updateSupportAgent: agentRecipe,
  startConversation: {
    ...conversationRecipe,
    asks: async ({ id: storeId, owner: as, visitor }, seed) => {
      const body = {
        ...agentRecipe.asks(undefined, seed).body,
        key: `a-${crypto.randomUUID()}`,
        status: "active",
      };
      const made = await ok(supportAgents.createSupportAgent, {
        params: { storeId },
        as,
        raw: JSON.stringify(body),
      });
      agentIdByKey.set(made.key, made.id);
      return { as: visitor, body: { agent_key: made.key, metadata: { page: `/coffee/${seed}` } } };
    },
    at: {
      "metadata.*": "conversation.metadata.*",
      agent_key: ["conversation.agent_id", (key) => agentIdByKey.get(key)],
    },
  },
  sendMessage: {
    ...conversationRecipe,
    asks: async (world, seed) => {
      const { id: conversationId } = await startConversationIn(world);
      const input = { type: "text", content: `Hi ${seed}` };
      return { as: world.visitor, params: { conversationId }, body: { input } };
    },
    at: { "input.content": "messages[0].content" },
    not: {
      "input.type": OMISSION_REASONS.act,
      "input.label": OMISSION_REASONS.act,
      message_id: OMISSION_REASONS.once,
    },
  },
  replyToVisitor: {
    ...conversationRecipe,
    asks: async (world) => ({ params: { conversationId: (await startConversationIn(world)).id } }),
    at: { content: "messages[-1].content", resolve: ["status", (sent) => (sent ? "resolved" : "escalated")] },
    not: { message_id: OMISSION_REASONS.once },
  },
  assignConversation: {
    asks: async (world) => ({
      params: { conversationId: (await startConversationIn(world)).id },
      body: { account_id: (await member(world.id, "member")).id },
    }),
    at: { account_id: "assigned_account_id" },
    read: async (world, found) => (await conversationRecipe.read(world, found)).conversation,
  },
  createPublication: { ...publicationRecipe, not: { publish: OMISSION_REASONS.act } },
  updatePublication: publicationRecipe,
  schedulePublication: {
    asks: async ({ id: storeId, owner: as, ids }, seed) => {
      const content = { type: "sandbox", text: `Guji ${crypto.randomUUID()}` };
      const body = { social_account_id: ids.socialAccountId ?? "", content };
      const made = await ok(publications.createPublication, { params: { storeId }, as, body });
      return { params: { publicationId: made.publication.id }, body: { scheduled_at: futureTime(seed) } };
    },
    within: "publication",
    read: ({ id: storeId, owner: as }, { params }) =>
      ok(publications.getPublication, { params: { storeId, publicationId: params.publicationId ?? "" }, as }),
    not: { confirm_not_posted: OMISSION_REASONS.demand },
  },
};
