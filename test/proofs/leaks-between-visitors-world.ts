import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { productTransfers } from "#functions/commerce/products/routes.ts";
import { forms, storefrontForms } from "#functions/content/forms/routes.ts";
import { businessCollections } from "#functions/content/legacy-content/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { newsletters } from "#functions/delivery/newsletters/routes.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { platformData } from "#functions/system/platform-data/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { subscriptionToken } from "#lib/delivery/newsletters/token.ts";
import { callersOf } from "#test/support/callers.ts";
import { type As, ok } from "#test/support/client.ts";
import { furnish } from "#test/support/furnish.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { haircut, openShop, type Shop } from "#test/support/shop.ts";
import { makeAgent } from "#test/support/support.ts";
import { guest, mailsTo, mailTo, newEmail, openStore, somebody } from "#test/support/world.ts";
import { codeFor } from "./sign-in.ts";

/** What a handed-out value is good for. */
export type Kind =
  | "id"
  | "token"
  | "cart link"
  | "order page"
  | "reservation page"
  | "payment page"
  | "way back"
  | "confirm"
  | "unsubscribe"
  | "pixel"
  | "address"
  | "support token";

interface Handed {
  value: string;
  kind: Kind;
  /** Slots and fields that it was handed out as. */
  names: string[];
}

export interface Town {
  shop: Shop;
  newsletter: { id: string; plans: { id: string }[] };
  /** What a stranger has in the store itself, by slot. */
  ids: Record<string, string>;
  callers: Record<string, As>;
}

export interface Anna {
  handed: Handed[];
  /** Path of the conversation that her support token is for. */
  conversation: Record<string, string>;
  /** Whoever knew her session from before she proved her address. */
  before: As;
  sessions: string[];
}

const TYPED = /zz-([a-z]+)-\d+-zz/g;

/** Areas of what Anna typed that stands in a text. */
export function isTyped(text: string): string[] {
  return [...new Set([...text.toLowerCase().matchAll(TYPED)].map(([, area = ""]) => area))];
}

/** A shop with an agent, a newsletter and a form, and a stranger in it of every kind, who has a little of each. */
export async function openTown(): Promise<Town> {
  const shop = await openShop({ units: 50 });
  const [elsewhere, furnished] = await Promise.all([openStore(), furnish(shop.owner)]);
  await makeAgent(shop);
  const all = await callersOf(shop, elsewhere);
  const { nobody, guest, visitor, stranger } = all;
  const callers = {
    nobody,
    guest,
    visitor,
    "proven visitor": all["proven visitor"],
    "person of the store": all["person of the store"],
    stranger,
  };
  const params = { storeId: shop.id };
  const own = await ok(storefrontCarts.currentCart, { params, as: visitor, body: { market: "eu" } });
  const talk = await ok(conversations.startConversation, { params, as: visitor, body: {} });
  const newsletter = await ok(businessCollections.createBusinessCollection, {
    params: { businessId: shop.id },
    as: shop.owner,
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
  const names = Object.keys(furnished.ids).filter((name) => !/^(storeId|businessId)$/.test(name));
  // Records of another store stand for what a stranger has elsewhere.
  const ids = {
    ...Object.fromEntries(names.map((name) => [name, furnished.ids[name] ?? ""])),
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
  return { shop, newsletter, ids, callers };
}

/** What Anna does in a shop, with what she types marked by where she typed it. */
export async function annaIn({ shop, newsletter }: Town): Promise<Anna> {
  const handed = new Hand();
  const { id: storeId, id: businessId, owner } = shop;
  const params = { storeId };
  let count = 0;
  let hour = 0;
  const word = (area: string) => `zz-${area}-${count++}-zz`;
  // Addresses of people are known to others.
  const mail = (area: string) => {
    const address = `${word(area)}@example.com`;
    handed.add(address, "address", "email");
    return address;
  };
  const address = (area: string) => ({
    name: word(area),
    company: word(area),
    street1: word(area),
    city: word(area),
    postal_code: "10119",
    country: "DE",
    phone: word(area),
    email: mail(area),
  });
  const notes = (area: string) => [{ form_id: word(area), fields: [{ key: word(area), value: word(area) }] }];

  // A session that somebody else may know.
  const first = await ok(storefrontAccount.identifyContact, { params, body: { email: mail("contact") } });
  const before = { token: first.token.token };
  handed.take(first.contact);
  const typing = async (as: As, area: string, more: object = {}) => {
    const cart = handed.take(await ok(storefrontCarts.currentCart, { params, as, body: { market: "eu" } }));
    const at = { params: { ...params, cartId: cart.id }, as };
    const items = [
      { ...shop.mug, quantity: 2 },
      { ...haircut(shop, hour++), forms: notes(area) },
    ];
    const body = {
      items,
      shipping_address: address(area),
      billing_address: address(area),
      forms: notes(area),
      ...more,
    };
    handed.take(await ok(storefrontCarts.updateVisitorCart, { ...at, body }));
    return at;
  };
  const buying = async (as: As, payment_method_key: string) => {
    const at = await typing(as, "order");
    handed.take(await ok(storefrontCarts.quoteVisitorCart, { ...at, body: {} }));
    const email = mail("order");
    const placed = handed.take(
      await ok(storefrontCarts.checkoutVisitorCart, { ...at, body: { payment_method_key, email } }),
    );
    return { ...placed, email };
  };
  await buying(before, "cash");
  const opening = { params, as: before, body: { metadata: { page: word("talk") } } };
  const talk = await ok(conversations.startConversation, opening);
  handed.take({ ...talk, support_token: undefined });
  handed.add(talk.support_token, "support token");
  const conversation = { conversationId: talk.conversation.id };
  const says = (as: As) =>
    ok(conversations.sendMessage, {
      params: { ...params, ...conversation },
      as,
      body: { input: { type: "text", content: word("talk") }, message_id: word("talk") },
    });
  handed.take(await says(before));

  const email = newEmail();
  handed.add(email, "address", "email");
  const asked = await ok(storefrontAccount.requestContactCode, { params, as: before, body: { email } });
  handed.take(asked);
  const proof = await ok(storefrontAccount.verifyContact, {
    params,
    as: before,
    body: { challenge_id: asked.challenge_id, code: await codeFor(email) },
  });
  const as = { token: proof.token.token };
  handed.take(proof.contact);

  // What she does as the person whose address was proven.
  handed.take(await says(as));
  const sent = await buying(as, "cash");
  const at = { params: { ...params, orderId: sent.order_id } };
  const ordered = handed.take(await ok(storefrontOrders.getOwnOrder, { ...at, as }));
  const goods = ordered.items.find(({ type }) => type === "product");
  const lines = [{ order_item_id: goods?.id ?? "", quantity: 1 }];
  await ok(orders.fulfilOrder, { ...at, as: owner, body: { lines } });
  const returned = {
    params: { ...params, orderId: sent.order_id },
    as,
    body: { lines, reason: word("order") },
  };
  handed.take(await ok(storefrontOrders.askOwnReturn, returned));
  const paying = await buying(as, "credit_card");
  const cart = await typing(as, "cart", { promo_code: word("cart"), payment_method_key: word("cart") });
  handed.take(await ok(storefrontCarts.getVisitorCart, cart));
  handed.take(await ok(storefrontOrders.listOwnOrders, { params, as }));

  await subscribing(handed, mail("subscriber"));
  const form = await ok(forms.getForm, { params: { ...params, formId: `${storeId}:contact` } });
  const fields = form.schema.map(({ id, key }) => ({ field_id: id, key, value: word("form") }));
  const body = { form_id: form.id, fields };
  await ok(storefrontForms.submitFormAsVisitor, { params: { formId: form.id }, as, body }).then(
    (submission) => handed.take(submission),
    () => undefined,
  );

  await booking(shop, handed, { name: word("booking"), email: mail("booking"), text: word("booking") });
  const account = await somebody();
  await ok(platformData.putData, { as: account, body: { key: word("data"), value: { note: word("data") } } });
  handed.take(
    await ok(media.createUpload, {
      params,
      as: owner,
      body: { filename: `${word("upload")}.png`, mime_type: "image/png", size: 1000 },
    }),
  );
  handed.take(
    await ok(productTransfers.createImport, { params, as: owner, body: { format: "csv", size: 1000 } }),
  );
  for (const each of [sent.email, paying.email]) handed.mails(await mailsTo(each));
  handed.mails([await mailTo(sent.email)]);
  await ok(reservations.listMyReservations, { as: await guest(), query: {} });
  return { handed: handed.all, conversation, before, sessions: [proof.token.id] };

  async function subscribing(all: Hand, address: string): Promise<void> {
    const at = { businessId, collectionId: newsletter.id };
    const body = { email: address, market: "eu", plan_id: newsletter.plans[0]?.id ?? "" };
    const made = all.take(await ok(newsletters.subscribe, { params: at, body }));
    if (!("id" in made)) throw new Error("It costs something.");
    all.add(await subscriptionToken("unsubscribe", { ...at, subscriberId: made.id }), "unsubscribe");
    all.mails([await mailTo(address)]);
  }

  async function booking(
    { service_id: serviceId, provider_id: providerId }: Shop,
    all: Hand,
    typed: { name: string; email: string; text: string },
  ): Promise<void> {
    const customer = await guest();
    const { name, email: contact, text } = typed;
    const at = (day: number) => MONDAY + day * 24 * HOUR + 10 * HOUR;
    const blocks = [{ id: "note", key: "note", type: "TEXT", value: text }];
    const part = { serviceId, providerId, startTime: at(9), blocks };
    const made = await ok(businessReservations.createBusinessReservation, {
      params: { businessId },
      as: customer,
      body: { parts: [part], name, email: contact, blocks },
    });
    all.take(made);
    const card = {
      businessId,
      market: "eu",
      paymentMethod: "CREDIT_CARD",
      parts: [{ ...part, startTime: at(10) }],
      name,
      email: contact,
      blocks,
    };
    all.take(await ok(reservations.checkoutReservation, { as: customer, body: card }));
    all.take(await ok(reservations.listMyReservations, { as: customer, query: {} }));
    all.mails([await mailTo(contact)]);
  }
}

const ID = /^[a-z]{2,8}_[0-9a-hjkmnp-tv-z]{26}$/;

/** What was handed out, each value once. */
class Hand {
  readonly all: Handed[] = [];

  add(value: string, kind: Kind, name = ""): void {
    const known = this.all.find((each) => each.value === value);
    if (!known) this.all.push({ value, kind, names: name ? [name] : [] });
    else if (name && !known.names.includes(name)) known.names.push(name);
  }

  /** Takes all ids and links of an answer. */
  take<T>(answer: T): T {
    this.#walk(answer, "");
    return answer;
  }

  mails(mails: { body: { text?: string; html?: string } }[]): void {
    for (const { body } of mails)
      for (const url of (body.text ?? "").match(/https?:\/\/\S+/g) ?? []) this.#url(url);
  }

  #walk(value: unknown, name: string): void {
    if (Array.isArray(value)) for (const each of value) this.#walk(each, name);
    else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) this.#walk(each, key);
    else if (typeof value !== "string") return;
    else if (ID.test(value)) this.add(value, "id", name);
    else if (/^https?:/.test(value)) this.#url(value);
    else if (/^cart_\w+\.[\w-]{32}$/.test(value)) this.add(value, "cart link", "token");
    else if (value.length >= 40 && /^[\w.-]+$/.test(value)) this.add(value, "token", name);
  }

  #url(text: string): void {
    const url = new URL(text.replace(/[).,]+$/, ""));
    const last = url.pathname.split("/").at(-1) ?? "";
    const kinds: [RegExp, Kind, string][] = [
      [/order-pages\//, "order page", "orderToken"],
      [/reservation-pages\//, "reservation page", "reservationToken"],
      [/sandbox\/checkouts\//, "payment page", "checkoutId"],
      [/payment-returns\//, "way back", "returnId"],
      [/track\/email\//, "pixel", "trackingPixelId"],
    ];
    for (const [path, kind, name] of kinds) if (path.test(url.pathname)) this.add(last, kind, name);
    const token = url.searchParams.get("token");
    if (!token) return;
    const kind = /confirm/.test(url.pathname)
      ? "confirm"
      : /unsubscribe/.test(url.pathname)
        ? "unsubscribe"
        : "token";
    this.add(token, kind, "token");
  }
}
