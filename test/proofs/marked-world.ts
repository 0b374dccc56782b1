import { env } from "#core/env.ts";
import { newId } from "#core/id.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { businessCollections } from "#functions/content/legacy-content/routes.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { type Caller, callersOf } from "#test/support/callers.ts";
import { type As, ok } from "#test/support/client.ts";
import { openFullStore } from "#test/support/full-store.ts";
import type { FurnishedStore } from "#test/support/furnish.ts";
import { openShop, type Shop } from "#test/support/shop.ts";
import { makeAgent } from "#test/support/support.ts";
import { openStore, visitorOf } from "#test/support/world.ts";
import { type Anna, type AnnasShop, playAnna } from "./anna.ts";
import { captureOutput } from "./captured-output.ts";
import {
  credentialsOf,
  type Mark,
  markedPerson,
  markOfAnna,
  markOfCredential,
  marksOfPerson,
  type Person,
  storedFieldMark,
  writtenText,
} from "./marks.ts";

/** A store with its callers and a customer with marked personal data. */
export interface MarkedStore extends FurnishedStore {
  person: Person;
  callers: Record<Caller, As>;
  hook: string;
}

/** Two stores whose personal data and credentials are marked. */
export interface MarkedWorld {
  /** The store in which Anna buys. */
  here: MarkedStore;
  /** The other store, whose people are strangers to the first. */
  elsewhere: MarkedStore;
  anna: Anna;
  /** A stranger's own ids in Anna's store and in the other one, by path slot. */
  ids: Record<string, string>;
  marks: Mark[];
  /** Logs and requested URLs of the setup. */
  logs: string;
  addresses: string;
}

/**
 * Opens two stores with a record for every path slot, marked credentials and a customer with marked personal data. In one
 * of them Anna does all that a visitor does, and every text that she types is marked.
 */
export async function openMarkedWorld(): Promise<MarkedWorld> {
  const marks: Mark[] = [storedFieldMark];
  const { result, ...notes } = await captureOutput(async () => {
    const [[grounds, anna, mine], theirs] = await Promise.all([openAnnasStore(), openFullStore()]);
    const [here, elsewhere] = await Promise.all([
      openMarkedStore("berta", mine, theirs, marks),
      openMarkedStore("cleo", theirs, mine, marks),
    ]);
    marks.push(markOfAnna(here.id));
    return { here, elsewhere, anna, ids: await strangerIds(grounds, here, elsewhere) };
  });
  return { ...result, marks, ...notes };
}

/** The callers of Anna's store, with strangers to both. */
export async function outsideCallers({ here }: MarkedWorld): Promise<Record<Caller, As>> {
  const { id, owner } = await openStore();
  return { ...here.callers, stranger: owner, "visitor elsewhere": await visitorOf(id) };
}

async function openAnnasStore(): Promise<[AnnasShop, Anna, FurnishedStore]> {
  const shop = await openShop({ units: 50 });
  await makeAgent(shop);
  const newsletter = await createNewsletter(shop);
  // The examples of operations might lock her out later.
  const anna = await playAnna({ shop, newsletter });
  return [{ shop, newsletter }, anna, await openFullStore(shop)];
}

function createNewsletter({ id: businessId, owner: as }: Shop) {
  return ok(businessCollections.createBusinessCollection, {
    params: { businessId },
    as,
    body: {
      name: "Weekly",
      type: "NEWSLETTER",
      blocks: [{ id: "subject", type: "TEXT", label: "Subject" }],
      statuses: [{ status: "PUBLISHED" }],
      plans: [
        { name: "Free", price: { amount: 0, currency: "EUR", interval: "MONTHLY" } },
        { name: "Also free", price: { amount: 0, currency: "EUR", interval: "MONTHLY" } },
      ],
    },
  });
}

async function openMarkedStore(
  tag: string,
  store: FurnishedStore,
  theirs: FurnishedStore,
  marks: Mark[],
): Promise<MarkedStore> {
  const { id: storeId, owner } = store;
  const person = markedPerson(tag);
  const callers = await callersOf(store, theirs);
  const hook = `${env("PUBLIC_URL")}/_local/webhooks/${storeId}`;
  const secret = `whsec_${Buffer.from(newId("canary")).toString("base64")}`;
  await ok(webhooks.createWebhook, {
    params: { storeId },
    as: owner,
    body: { url: hook, events: ["*"], enabled: true, secret },
  });
  await ok(customers.createCustomer, {
    params: { storeId },
    as: owner,
    body: { name: writtenText(person, "createCustomer.name"), phone: person.phone },
  });
  const api = await ok(accounts.createApiToken, { as: owner, body: { name: "CI" } });
  const visitor = await visitorOf(storeId);
  const credentials: [string, string][] = [
    ["access token", owner.token],
    ["refresh token", owner.refreshToken],
    ["API token", api.value],
    ["visitor's token", store.visitor.token],
    ["other visitor's token", visitor.token],
    ["webhook secret", secret],
    ...credentialsOf(person),
  ];
  marks.push(...marksOfPerson(person, storeId));
  marks.push(...credentials.map(([what, value]) => markOfCredential(tag, what, value)));
  return { ...store, person, callers: { ...callers, visitor: store.visitor }, hook };
}

/** Ids of a stranger's own records in the store, and ids of the other store for all other kinds. */
async function strangerIds({ shop, newsletter }: AnnasShop, here: MarkedStore, elsewhere: MarkedStore) {
  const at = { params: { storeId: shop.id }, as: here.callers.visitor };
  const own = await ok(storefrontCarts.currentCart, { ...at, body: { market: "eu" } });
  const talk = await ok(conversations.startConversation, { ...at, body: {} });
  return {
    ...elsewhere.ids,
    storeId: shop.id,
    businessId: shop.id,
    productId: shop.mug.product_id,
    variantId: shop.mug.variant_id,
    serviceId: shop.service_id,
    providerId: shop.provider_id,
    cartId: own.id,
    conversationId: talk.conversation.id,
    collectionId: newsletter.id,
    planId: newsletter.plans[1]?.id ?? "",
  };
}
