import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { members } from "#functions/tenancy/members/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { ok } from "#test/support/client.ts";
import { OMITTED } from "#test/support/complete-body.ts";
import { FUTURE } from "#test/support/dates.ts";
import { member, newEmail, openStore, somebody, visitorOf } from "#test/support/world.ts";
import { type JsonObject, OMISSION_REASONS, type Recipes, type SentRecord } from "./recipe.ts";
import type { World } from "./world.ts";

const CONSENT_FIELDS = ["channel", "state", "at", "how", "text", "source"];

const newKey = () => `s-${crypto.randomUUID().slice(0, 18)}`;
const zoneOf = (seed: number) => ["Europe/Paris", "Europe/Rome"][seed % 2];

/** Payment methods, each with its type in another field. */
export const paymentMethods = (seed: number) => [
  { id: `m${seed}`, key: `k${seed}`, type: ["cash", "credit_card"][seed % 2], method: OMITTED },
  { id: `n${seed}`, key: `l${seed}`, type: OMITTED, method: ["CASH", "CREDIT_CARD"][seed % 2] },
];

const storeRecipe = {
  asks: (_: World, seed: number) => {
    const languages = [
      { code: "de", is_default: false },
      { id: "fr", is_default: true },
    ];
    const base = { timezone: zoneOf(seed), languages, key: newKey };
    return [
      { body: { ...base, languages: ["de", "fr"], billing_email: OMITTED } },
      { body: { ...base, emails: { billing: OMITTED } } },
    ];
  },
  at: {
    "languages[]": "languages[].code",
    billing_email: "emails.billing",
    "origins[]": ["origins[]", (sent: unknown) => new URL(String(sent)).origin] as const,
  },
};

const businessRecipe = {
  asks: async ({ owner }: World, seed: number) => {
    const languages = [
      { id: "de", code: "de", isDefault: true },
      { id: "fr", code: OMITTED, isDefault: false },
    ];
    const configs = {
      languages,
      markets: [{ paymentMethods: paymentMethods(seed) }],
      webhooks: [{ secret: `whsec-sixteen-characters-${seed}` }],
      paymentProvider: { type: "SANDBOX" },
    };
    const networkKey = (await openStore(owner)).key;
    return { body: { key: newKey, timezone: zoneOf(seed), networkKey, configs } };
  },
  at: {
    "configs.origins[]": ["configs.origins[]", (sent: unknown) => new URL(String(sent)).origin] as const,
  },
  not: {
    "configs.webhooks[].secret": OMISSION_REASONS.secret,
    "configs.webhooks[].createdAt": OMISSION_REASONS.ours,
    "configs.webhooks[].updatedAt": OMISSION_REASONS.ours,
  },
};

const userRecipe = {
  asks: async (_: World, seed: number) => {
    const as = await somebody();
    const value = `k${crypto.randomUUID()}`;
    const old = await ok(users.updateUser, { as, body: { apiTokens: [{ name: "old", value }] } });
    const apiTokens = [
      { id: old.apiTokens[0]?.id, value: OMITTED, provider: "API" },
      { id: OMITTED, value: `l${crypto.randomUUID()}`, provider: "API" },
    ];
    return { as, body: { phoneNumbers: [`+44207123456${seed}`], apiTokens } };
  },
  read: (_: World, { as }: SentRecord) => ok(users.getMyUser, { as }),
  not: { "apiTokens[].value": OMISSION_REASONS.secret },
};

const webhookRecipe = {
  asks: (_: World, seed: number) => ({
    body: {
      url: () => `https://example.com/${crypto.randomUUID()}`,
      secret: `whsec-sixteen-characters-${seed}`,
      events: [["order.created", "product.*"][seed % 2]],
    },
  }),
  once: ["secret"],
};

export const TENANCY: Recipes = {
  createStore: storeRecipe,
  updateStore: storeRecipe,
  createBusiness: {
    ...businessRecipe,
    either: [["status", "statuses"]],
    at: { ...businessRecipe.at, "statuses[].status": "status" },
  },
  updateBusiness: businessRecipe,
  updateAccount: {
    asks: async () => {
      const as = await somebody();
      const { id } = await ok(accounts.createApiToken, { as, body: { name: "old" } });
      return { as, body: { api_tokens: [{ id, expires_at: OMITTED }, { id: OMITTED }] } };
    },
    within: "account",
    read: (_, { as }) => ok(accounts.getMyAccount, { as }),
  },
  createApiToken: { asks: (_, seed) => ({ body: { expires_at: FUTURE + seed } }), read: readApiToken },
  renameApiToken: { read: readApiToken },
  updateUser: userRecipe,
  updateUserByAlias: userRecipe,
  setRole: {
    asks: async ({ id }, seed) => {
      const { id: userId } = await member(id, "viewer");
      return { body: { userId, roleId: ["admin", "member"][seed % 2], businessId: id } };
    },
    elsewhere: true,
    read: readMember,
    at: { userId: "account_id", roleId: "role", businessId: "store_id" },
  },
  updateMember: {
    asks: async ({ id }, seed) => ({
      params: { accountId: (await member(id, "viewer")).id },
      body: { role: ["admin", "member"][seed % 2] },
    }),
    read: readMember,
  },
  createInvitation: {
    either: [["role", "roleIds"]],
    asks: (_, seed) => ({
      body: {
        email: newEmail,
        reserveDomain: "http://localhost:3000",
        role: ["admin", "member"][seed % 2],
        roleIds: [["member", "viewer"][seed % 2]],
      },
    }),
    at: { "roleIds[]": "role" },
    not: { reserveDomain: OMISSION_REASONS.mailed },
    read: (_, { record }) => Promise.resolve(record),
  },
  identifyContact: {
    asks: (_, seed) => ({ body: { email: newEmail(), market: ["eu", "us"][seed % 2] } }),
    at: { email: "contact.email", market: "market.key", verify: "code_sent" },
    read: ({ id: storeId }, { record }) =>
      ok(storefrontAccount.getCurrentContact, { params: { storeId }, as: tokenIn(record) }).then(
        (contact) => ({ contact }),
      ),
    once: ["market", "verify"],
  },
  updateCurrentContact: {
    asks: async ({ id: storeId }) => ({ as: await visitorOf(storeId) }),
    not: { "consents[].channel": OMISSION_REASONS.consent, "consents[].text": OMISSION_REASONS.consent },
  },
  createCustomer: {
    asks: (_, seed) => ({
      body: { email: newEmail, phone: `+4430123456${seed}`, consents: [{ at: 1_700_000_000 + seed }] },
    }),
  },
  updateCustomer: {
    asks: (_, seed) => ({ body: { email: newEmail, phone: `+4430123456${seed}`, version: OMITTED } }),
    not: { version: OMISSION_REASONS.demand },
  },
  addCustomerNote: { asks: createdCustomerPath, read: readCustomer, at: { text: "notes[].text" } },
  addCustomerConsent: {
    asks: async (world, seed) => ({
      ...(await createdCustomerPath(world)),
      body: { at: 1_700_000_000 + seed },
    }),
    read: readCustomer,
    at: Object.fromEntries(CONSENT_FIELDS.map((name) => [name, `consents[].${name}`])),
  },
  createWebhook: webhookRecipe,
  updateWebhook: { ...webhookRecipe, once: [], not: { secret: OMISSION_REASONS.secret } },
  rotateWebhookSecret: {
    asks: (_, seed) => ({ body: { secret: `whsec-sixteen-characters-${seed}` } }),
    read: ({ id: storeId, owner: as }, { params }) =>
      ok(webhooks.getWebhook, { params: { storeId, webhookId: params.webhookId ?? "" }, as }),
    once: ["secret"],
    not: { overlap: OMISSION_REASONS.span },
  },
};

async function createdCustomerPath({ id: storeId, owner: as }: World) {
  const { id } = await ok(customers.createCustomer, { params: { storeId }, as, body: { name: "Grace" } });
  return { params: { contactId: id } };
}

function readCustomer({ id: storeId, owner: as }: World, { params }: SentRecord) {
  return ok(customers.getCustomer, { params: { storeId, contactId: params.contactId ?? "" }, as });
}

async function readApiToken(_: World, { as, record }: SentRecord) {
  const { items } = await ok(accounts.listApiTokens, { as });
  return items.find(({ id }) => id === record.id);
}

async function readMember({ id: storeId, owner: as }: World, { params, body }: SentRecord) {
  const id = params.accountId ?? body.userId;
  const { items } = await ok(members.listMembers, { params: { storeId }, as, query: { limit: 100 } });
  return items.find(({ account_id }) => account_id === id);
}

function tokenIn({ token }: JsonObject) {
  return { token: String(Reflect.get(Object(token), "token")) };
}
