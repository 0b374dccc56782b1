// What staff, buyers and workers do to orders and conversations, and to the counts of a store's open work.

import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { conversations, supportInbox } from "#functions/engagement/support/routes.ts";
import { today } from "#functions/system/today/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { BERLIN } from "#test/support/shop.ts";
import { member, newEmail, type Somebody } from "#test/support/world.ts";
import type { Copy, PairsKind } from "./pairs.ts";
import type { PairsShop, Reply } from "./pairs-shop.ts";

type Body = Record<string, unknown>;
type Store = Awaited<ReturnType<typeof openStore>>;

const UNITS = 100_000;

async function openStore(shop: PairsShop) {
  const store = await shop.newStore();
  const staff = await member(store.id, "member");
  const params = { storeId: store.id };
  const variant = { prices: [{ market: "eu", amount: 1200 }], inventory: [{ available: UNITS }] };
  const body = { key: "mug", status: "active", variants: [variant] };
  const made = await shop.ok(products.createProduct, { params, as: store.owner, body });
  const [first] = made.variants as { id: string }[];
  const goods = { product_id: String(made.id), variant_id: first?.id ?? "" };
  return { ...store, staff, params, goods };
}

/** An order in cash of three mugs, with a note and tags, of a visitor. */
async function buy(shop: PairsShop, { params, goods, owner }: Store) {
  const { token, contact } = await shop.ok(storefrontAccount.identifyContact, { params, body: {} });
  const as = { token: String((token as Body).token) };
  const { id: cartId } = await shop.ok(storefrontCarts.currentCart, { params, as, body: { market: "eu" } });
  const cart = { params: { ...params, cartId: String(cartId) }, as };
  const items = [{ ...goods, quantity: 3 }];
  await shop.ok(storefrontCarts.updateVisitorCart, { ...cart, body: { items, shipping_address: BERLIN } });
  const body = { payment_method_key: "cash", email: newEmail() };
  const { order_id } = await shop.ok(storefrontCarts.checkoutVisitorCart, { ...cart, body });
  const at = { ...params, orderId: String(order_id) };
  await shop.ok(orders.tagOrder, { params: at, as: owner, body: { tags: ["old", "gold"] } });
  const seen = await shop.ok(orders.addOrderNote, {
    params: at,
    as: owner,
    body: { text: "staff-secret zero" },
  });
  return { at, as, seen, contactId: String((contact as Body).id) };
}

type Bought = Awaited<ReturnType<typeof buy>>;

function orderActs(shop: PairsShop, { owner, staff, params }: Store, { at, as, seen }: Bought): Copy["acts"] {
  const { version } = seen;
  const [note] = seen.notes as { id: string }[];
  const [line] = seen.items as { id: string }[];
  const itemId = line?.id ?? "";
  const change =
    (body: object, by: Somebody = staff) =>
    () =>
      shop.ask(orders.updateOrder, { params: at, as: by, body });
  const bulk = (action: string, tags?: string[]) => async () => {
    const body = { action, ids: [at.orderId], ...(tags ? { tags } : {}) };
    const reply = await shop.ask(orders.changeOrders, { params, as: staff, body });
    const [result] = (reply.body.results ?? []) as { error?: string; changed: boolean }[];
    return {
      ...reply,
      body: { ...reply.body, error: result?.error ?? `changed ${result?.changed}` },
    } as Reply;
  };
  const lines = (quantity: number) => ({ lines: [{ order_item_id: itemId, quantity }] });
  const address = { ...BERLIN, name: "Alan Turing" };
  return {
    "correct the address": change({ shipping_address: address }),
    "correct the address of this version": change({
      shipping_address: { ...address, city: "Bonn" },
      version,
    }),
    "set a billing address": change({ billing_address: address }),
    "mark as a test of this version": change({ test: true, version }, owner),
    cancel: change({ cancel: true }, owner),
    "cancel this version": change({ cancel: { reason: "seen" }, version }, owner),
    "cancel one unit": change({ items: [{ id: itemId, cancel_quantity: 1 }] }, owner),
    "cancel two units of this version": change(
      { items: [{ id: itemId, cancel_quantity: 2 }], version },
      owner,
    ),
    "mark as paid": change({ paid: true }),
    "mark this version as paid": change({ paid: true, version }),
    confirm: change({ confirm: true }),
    "write a note": () =>
      shop.ask(orders.addOrderNote, { params: at, as: staff, body: { text: "staff-secret one" } }),
    "write another note": () =>
      shop.ask(orders.addOrderNote, { params: at, as: owner, body: { text: "staff-secret two" } }),
    "delete the note": () =>
      shop.ask(orders.deleteOrderNote, { params: { ...at, noteId: note?.id ?? "" }, as: owner }),
    "set tags": () => shop.ask(orders.tagOrder, { params: at, as: staff, body: { tags: ["only"] } }),
    tag: bulk("tag", ["secret-vip"]),
    untag: bulk("untag", ["OLD"]),
    "send all": bulk("fulfil"),
    "send one": () => shop.ask(orders.fulfilOrder, { params: at, as: staff, body: lines(1) }),
    refund: () => shop.ask(orders.refundOrder, { params: at, as: owner, body: { amount: 100 } }),
    "ask for a return": () => shop.ask(storefrontOrders.askOwnReturn, { params: at, as, body: lines(1) }),
    "read as the buyer": () => shop.ask(storefrontOrders.getOwnOrder, { params: at, as }),
    "delete the buyer": () => shop.ask(storefrontAccount.deleteCurrentContact, { params, as }),
  };
}

async function lookAtOrder(shop: PairsShop, { owner: as, params }: Store, { at }: Bought) {
  const order = await shop.ok(orders.getOrder, { params: at, as });
  const query = { customer_id: String(order.customer_id) };
  const listed = await shop.ok(orders.listOrders, { params, as, query });
  const rows = (listed.items as Body[]).filter(({ id }) => id === at.orderId);
  return { order, rows };
}

export const orderKind: PairsKind = {
  name: "order",
  async prepare(shop) {
    const store = await openStore(shop);
    const aside = await buy(shop, store);
    const stock = async () => {
      const { goods, params, owner: as } = store;
      const seen = await shop.ok(products.getProduct, {
        params: { ...params, productId: goods.product_id },
        as,
      });
      const [variant] = seen.variants as { inventory: { available: number; reserved: number }[] }[];
      return variant?.inventory.map(({ available, reserved }) => [available, reserved])[0] ?? [];
    };
    return {
      bystander: () => lookAtOrder(shop, store, aside),
      async copy(): Promise<Copy> {
        const before = await stock();
        const bought = await buy(shop, store);
        return {
          secrets: ["staff-secret", "secret-vip", "gold"],
          acts: orderActs(shop, store, bought),
          async look() {
            const after = await stock();
            const taken = after.map((units, index) => units - (before[index] ?? 0));
            return { ...(await lookAtOrder(shop, store, bought)), taken };
          },
        };
      },
    };
  },
};

async function talk(shop: PairsShop, { params }: Store) {
  const made = await shop.ok(conversations.startConversation, { params, body: {} });
  const { conversation, support_token } = made as { conversation: Body; support_token: string };
  const at = { ...params, conversationId: String(conversation.id) };
  const headers = { "x-support-token": support_token };
  const input = { type: "text", content: "Hello?" };
  await shop.ok(conversations.sendMessage, { params: at, headers, body: { input } });
  return { at, headers };
}

type Talk = Awaited<ReturnType<typeof talk>>;

function talkActs(shop: PairsShop, { owner, staff }: Store, { at, headers }: Talk): Copy["acts"] {
  const say = (content: string) => () =>
    shop.ask(conversations.sendMessage, { params: at, headers, body: { input: { type: "text", content } } });
  const reply = (body: object) => () =>
    shop.ask(supportInbox.replyToVisitor, { params: at, as: staff, body });
  const assign = (account_id: string | null) => () =>
    shop.ask(supportInbox.assignConversation, { params: at, as: owner, body: { account_id } });
  return {
    "say something": say("Still there?"),
    "say something else": say("Anybody?"),
    reply: reply({ content: "Yes." }),
    "reply and end": reply({ content: "Bye.", resolve: true }),
    "take over": assign(owner.id),
    "give away": assign(staff.id),
    "give back": assign(null),
    end: () => shop.ask(supportInbox.resolveConversation, { params: at, as: owner }),
    "read as the visitor": () => shop.ask(conversations.readConversation, { params: at, headers }),
  };
}

export const conversationKind: PairsKind = {
  name: "conversation",
  async prepare(shop) {
    const store = await openStore(shop);
    const look = async ({ at, headers }: Talk) => {
      const own = await shop.ok(supportInbox.getConversation, { params: at, as: store.owner });
      const seen = await shop.ok(conversations.readConversation, { params: at, headers });
      return { own, seen };
    };
    const aside = await talk(shop, store);
    return {
      bystander: () => look(aside),
      async copy() {
        const own = await talk(shop, store);
        return { acts: talkActs(shop, store, own), look: () => look(own), secrets: [store.owner.email] };
      },
    };
  },
};

/** The counts of open work of a store in which an order and a conversation change. */
export const todayKind: PairsKind = {
  name: "today",
  async prepare(shop) {
    const look = async ({ params, owner: as }: Store) => {
      const { date: _date, timezone: _zone, ...counts } = await shop.ok(today.getToday, { params, as });
      const lists: Body = {};
      for (const to_do of ["confirm", "ship", "collect", "pay", "return"]) {
        const { items } = await shop.ok(orders.listOrders, { params, as, query: { to_do } });
        lists[to_do] = (items as unknown[]).length;
      }
      if (JSON.stringify(lists) !== JSON.stringify(counts.orders))
        throw new Error(`Today counts ${JSON.stringify(counts.orders)} and lists ${JSON.stringify(lists)}.`);
      return counts;
    };
    const aside = await openStore(shop);
    await buy(shop, aside);
    return {
      bystander: () => look(aside),
      async copy() {
        const store = await openStore(shop);
        const [bought, spoken] = [await buy(shop, store), await talk(shop, store)];
        const { contactId } = bought;
        const acts = {
          ...orderActs(shop, store, bought),
          ...talkActs(shop, store, spoken),
          "rename the buyer": () =>
            shop.ask(customers.updateCustomer, {
              params: { ...store.params, contactId },
              as: store.owner,
              body: { name: "Ada" },
            }),
        };
        return { acts, look: () => look(store) };
      },
    };
  },
};
