// What staff, visitors and workers do to customers, for pairs at one moment.

import { orders } from "#functions/commerce/orders/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { contacts, storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { BERLIN } from "#test/support/shop.ts";
import { member, newEmail, type Somebody } from "#test/support/world.ts";
import type { Copy, PairsKind } from "./pairs.ts";
import type { PairsShop, Reply } from "./pairs-shop.ts";

type Store = Awaited<ReturnType<PairsShop["newStore"]>> & { staff: Somebody; goods: object };
type Body = Record<string, unknown>;

const MUG = { key: "mug", status: "active", variants: [{ prices: [{ market: "eu", amount: 1200 }] }] };
const GRANTED = { channel: "email", state: "granted", at: 1_700_000_000, how: "phone", text: "Mails." };

async function openStore(shop: PairsShop): Promise<Store> {
  const store = await shop.newStore();
  const staff = await member(store.id, "member");
  const made = await shop.ok(products.createProduct, {
    params: { storeId: store.id },
    as: store.owner,
    body: MUG,
  });
  const [variant] = made.variants as { id: string }[];
  return { ...store, staff, goods: { product_id: made.id, variant_id: variant?.id } };
}

/** What staff can do to one customer, whatever it is. */
function staffActs(shop: PairsShop, store: Store, id: string, { version, notes }: Body) {
  const { owner, staff } = store;
  const params = { storeId: store.id, contactId: id };
  const [note] = notes as { id: string }[];
  const change = (body: object) => () => shop.ask(customers.updateCustomer, { params, as: staff, body });
  const bulk = (action: string, tags: string[]) => async () => {
    const body = { action, ids: [id], tags };
    const reply = await shop.ask(customers.tagCustomers, { params: { storeId: store.id }, as: staff, body });
    const [result] = (reply.body.results ?? []) as { ok: boolean; error?: string }[];
    return { ...reply, body: { ...reply.body, ...(result?.error ? { error: result.error } : {}) } } as Reply;
  };
  const consent = (body: object) => () => shop.ask(customers.addCustomerConsent, { params, as: staff, body });
  const unnote = (as: Somebody) => () =>
    shop.ask(customers.deleteCustomerNote, { params: { ...params, noteId: note?.id ?? "" }, as });
  const order = {
    customer_id: id,
    email: newEmail(),
    market: "eu",
    payment_method_key: "cash",
    shipping_address: BERLIN,
  };
  return {
    rename: change({ name: "Ada" }),
    "rename this version": change({ name: "Augusta", version }),
    "set a phone": change({ phone: "+49 30 1234567" }),
    "clear the phone of this version": change({ phone: null, version }),
    "replace tags": change({ tags: ["only"] }),
    "set addresses of this version": change({ addresses: [BERLIN], version }),
    "write a note": () =>
      shop.ask(customers.addCustomerNote, { params, as: staff, body: { text: "staff-secret one" } }),
    "write another note": () =>
      shop.ask(customers.addCustomerNote, { params, as: owner, body: { text: "staff-secret two" } }),
    "delete the owner's note": unnote(owner),
    "delete another's note": unnote(staff),
    tag: bulk("tag", ["secret-vip"]),
    untag: bulk("untag", ["OLD"]),
    "grant a consent": consent(GRANTED),
    "withdraw a consent": consent({ channel: "email", state: "withdrawn" }),
    order: () =>
      shop.ask(orders.createOrder, {
        params: { storeId: store.id },
        as: staff,
        body: { ...order, items: [{ ...store.goods, quantity: 1 }] },
      }),
    delete: () => shop.ask(contacts.deleteContact, { params, as: owner }),
  };
}

function mergeOf(shop: PairsShop, { id: storeId, owner: as }: Store) {
  return (into: string, from: string, more: object = {}) =>
    () =>
      shop.ask(customers.mergeCustomers, {
        params: { storeId, contactId: into },
        as,
        body: { from, ...more },
      });
}

/** What staff see of customers, with the customers of the store's orders that belong to them. */
async function lookAt(shop: PairsShop, { id: storeId, owner: as }: Store, ids: readonly string[]) {
  const seen = await Promise.all(
    ids.map((contactId) => shop.ask(customers.getCustomer, { params: { storeId, contactId }, as })),
  );
  const shown = seen.map(({ status, body }) => (status === 200 ? body : status));
  const listed: unknown[] = [];
  for (const id of ids) {
    const asking = { params: { storeId }, as, query: { customer_id: id } };
    const { items } = await shop.ok(orders.listOrders, asking);
    for (const order of items as Body[])
      listed.push([order.status, order.customer_id, order.customer_name, order.contact_id]);
  }
  return { shown, listed };
}

export const customerCards: PairsKind = {
  name: "customer",
  async prepare(shop) {
    const store = await openStore(shop);
    const params = { storeId: store.id };
    const note = async () => {
      const body = { name: "Grace", email: newEmail(), tags: ["old", "gold"], phone: "+49 30 7654321" };
      const { id } = await shop.ok(customers.createCustomer, { params, as: store.owner, body });
      const at = { params: { ...params, contactId: String(id) }, as: store.owner };
      return shop.ok(customers.addCustomerNote, { ...at, body: { text: "staff-secret zero" } });
    };
    const aside = await note();
    const merge = mergeOf(shop, store);
    return {
      bystander: () => lookAt(shop, store, [String(aside.id)]),
      async copy(): Promise<Copy> {
        const [card, other] = [await note(), await note()];
        const [id, otherId] = [String(card.id), String(other.id)];
        const at = { params: { ...params, contactId: id }, as: store.staff };
        const email = newEmail();
        const moved = new Set<string>();
        const move = (body: object) => async () => {
          const reply = await shop.ask(customers.updateCustomer, { ...at, body });
          if (reply.status === 200) moved.add(String(reply.body.id));
          return reply;
        };
        return {
          acts: {
            ...staffActs(shop, store, id, card),
            "change the email": move({ email }),
            "change the email of this version": move({ email, version: card.version }),
            "note a customer with that email": () =>
              shop.ask(customers.createCustomer, { params, as: store.staff, body: { email, name: "Twin" } }),
            "join another into it": merge(id, otherId),
            "join it into another": merge(otherId, id),
            "see what would join": merge(id, otherId, { dry_run: true }),
            "rename the other": () =>
              shop.ask(customers.updateCustomer, {
                params: { ...params, contactId: otherId },
                as: store.owner,
                body: { name: "Other" },
              }),
          },
          look: () => lookAt(shop, store, [id, otherId, ...[...moved].filter((each) => each !== id)]),
        };
      },
    };
  },
};

export const visitors: PairsKind = {
  name: "visitor",
  async prepare(shop) {
    const store = await openStore(shop);
    const params = { storeId: store.id };
    const code = async (as: { token: string }, email: string) => {
      const { challenge_id } = await shop.ok(storefrontAccount.requestContactCode, {
        params,
        as,
        body: { email },
      });
      return { challenge_id, code: /\d{6}/.exec(await shop.mailTo(email))?.[0] };
    };
    const arrive = async () => {
      const { token, contact } = await shop.ok(storefrontAccount.identifyContact, { params, body: {} });
      return { token: String((token as Body).token), id: String((contact as Body).id) };
    };
    const prove = async (as: { token: string }, email: string) => {
      const body = await code(as, email);
      const { token, contact } = await shop.ok(storefrontAccount.verifyContact, { params, as, body });
      return { token: String((token as Body).token), id: String((contact as Body).id) };
    };
    const known = async () => {
      const own = await prove(await arrive(), newEmail());
      const at = { params: { ...params, contactId: own.id }, as: store.owner };
      await shop.ok(customers.updateCustomer, { ...at, body: { tags: ["old"], phone: "+49 30 7654321" } });
      const seen = await shop.ok(customers.addCustomerNote, { ...at, body: { text: "staff-secret zero" } });
      return { ...own, seen };
    };
    const aside = await known();
    const merge = mergeOf(shop, store);
    return {
      bystander: () => lookAt(shop, store, [aside.id]),
      async copy(): Promise<Copy> {
        const [own, other] = [await known(), await known()];
        const as = { token: own.token };
        const stranger = await arrive();
        const [fresh, theirs] = [newEmail(), String(other.seen.email)];
        const proofs = { own: await code(as, fresh), theirs: await code(stranger, theirs) };
        const tokens = [own.token, other.token];
        const verify = (by: { token: string }, body: object) => async () => {
          const reply = await shop.ask(storefrontAccount.verifyContact, { params, as: by, body });
          const made = reply.body.token as Body | undefined;
          if (reply.status === 200) tokens.push(String(made?.token));
          return reply;
        };
        const consents = [{ channel: "sms", text: "By phone." }];
        const withdrawal = { params: { ...params, channel: "email" }, as };
        return {
          secrets: ["staff-secret", "secret-vip", "old"],
          acts: {
            ...staffActs(shop, store, own.id, own.seen),
            "consent in the account": () =>
              shop.ask(storefrontAccount.updateCurrentContact, { params, as, body: { consents } }),
            "withdraw in the account": () => shop.ask(storefrontAccount.withdrawOwnConsent, withdrawal),
            "read the account": () => shop.ask(storefrontAccount.getCurrentContact, { params, as }),
            "delete the account": () => shop.ask(storefrontAccount.deleteCurrentContact, { params, as }),
            "prove another email": verify(as, proofs.own),
            "prove the other's email as a stranger": verify(stranger, proofs.theirs),
            "join another into it": merge(own.id, other.id, { open_access: true }),
            "join it into another": merge(other.id, own.id, { open_access: true }),
            "delete the other": () =>
              shop.ask(contacts.deleteContact, {
                params: { ...params, contactId: other.id },
                as: store.owner,
              }),
          },
          async look() {
            const me = await Promise.all(
              tokens.map((token) => shop.ask(storefrontAccount.getCurrentContact, { params, as: { token } })),
            );
            const seen = await lookAt(shop, store, [own.id, other.id, stranger.id]);
            return { seen, me: me.map(({ status, body }) => [status, body.id, body.email]) };
          },
        };
      },
    };
  },
};
