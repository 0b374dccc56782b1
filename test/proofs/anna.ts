import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { productTransfers } from "#functions/commerce/products/routes.ts";
import { forms, storefrontForms } from "#functions/content/forms/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { newsletters } from "#functions/delivery/newsletters/routes.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { platformData } from "#functions/system/platform-data/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { subscriptionToken } from "#lib/delivery/newsletters/token.ts";
import { type As, ok } from "#test/support/client.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { haircut, type Shop } from "#test/support/shop.ts";
import { guest, mailsTo, mailTo, newEmail, somebody } from "#test/support/world.ts";
import { type HandedValue, HandedValues } from "./handed-out-values.ts";
import { typedText } from "./marks.ts";
import { codeFor } from "./sign-in.ts";

export type AnnasShop = { shop: Shop; newsletter: { id: string; plans: { id: string }[] } };

/** Values that the shop handed out to Anna. */
export interface Anna {
  handed: HandedValue[];
  /** Email addresses that she entered. */
  emails: string[];
  /** Path parameters of the conversation that her support token is for. */
  conversation: Record<string, string>;
  /** Her session from before she verified her email address. */
  earlierSession: As;
  sessions: string[];
}

/** Plays all that a visitor does in a shop. Each text that Anna types names the field that she typed it into. */
export async function playAnna({ shop, newsletter }: AnnasShop): Promise<Anna> {
  const handed = new HandedValues();
  const { id: storeId, id: businessId, owner } = shop;
  const params = { storeId };
  let count = 0;
  let hour = 0;
  const word = (field: string) => typedText(field, count++);
  // Strangers may know her email addresses, so they are among the values handed out.
  const mail = (area: string) => {
    const address = `${word(area)}@example.com`;
    handed.add(address, "address", "email");
    return address;
  };
  const address = (area: string) => ({
    name: word(`${area}-name`),
    company: word(`${area}-company`),
    street1: word(`${area}-street`),
    city: word(`${area}-city`),
    postal_code: "10119",
    country: "DE",
    phone: word(`${area}-phone`),
    email: mail(`${area}-email`),
  });
  const notes = (area: string) => [
    { form_id: word(`${area}-form`), fields: [{ key: word(`${area}-key`), value: word(`${area}-value`) }] },
  ];

  // Somebody else may know this session.
  const first = await ok(storefrontAccount.identifyContact, { params, body: { email: mail("contact") } });
  const before = { token: first.token.token };
  handed.take(first.contact);
  const fillCart = async (as: As, area: string, more: object = {}) => {
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
  const buy = async (as: As, payment_method_key: string) => {
    const at = await fillCart(as, "order");
    handed.take(await ok(storefrontCarts.quoteVisitorCart, { ...at, body: {} }));
    const email = mail("order-email");
    const placed = handed.take(
      await ok(storefrontCarts.checkoutVisitorCart, { ...at, body: { payment_method_key, email } }),
    );
    return { ...placed, email };
  };
  await buy(before, "cash");
  const opening = { params, as: before, body: { metadata: { page: word("talk-page") } } };
  const talk = await ok(conversations.startConversation, opening);
  handed.take({ ...talk, support_token: undefined });
  handed.add(talk.support_token, "support token");
  const conversation = { conversationId: talk.conversation.id };
  const sendText = (as: As) =>
    ok(conversations.sendMessage, {
      params: { ...params, ...conversation },
      as,
      body: { input: { type: "text", content: word("talk-content") }, message_id: word("talk-message") },
    });
  handed.take(await sendText(before));

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

  // From here on her email address is verified.
  handed.take(await sendText(as));
  const sent = await buy(as, "cash");
  const at = { params: { ...params, orderId: sent.order_id } };
  const ordered = handed.take(await ok(storefrontOrders.getOwnOrder, { ...at, as }));
  const goods = ordered.items.find(({ type }) => type === "product");
  const lines = [{ order_item_id: goods?.id ?? "", quantity: 1 }];
  await ok(orders.fulfilOrder, { ...at, as: owner, body: { lines } });
  const returned = {
    params: { ...params, orderId: sent.order_id },
    as,
    body: { lines, reason: word("order-reason") },
  };
  handed.take(await ok(storefrontOrders.askOwnReturn, returned));
  const paying = await buy(as, "credit_card");
  const cart = await fillCart(as, "cart", {
    promo_code: word("cart-promo"),
    payment_method_key: word("cart-method"),
  });
  handed.take(await ok(storefrontCarts.getVisitorCart, cart));
  handed.take(await ok(storefrontOrders.listOwnOrders, { params, as }));

  await subscribe(handed, mail("subscriber"));
  const form = await ok(forms.getForm, { params: { ...params, formId: `${storeId}:contact` } });
  const fields = form.schema.map(({ id, key }) => ({ field_id: id, key, value: word("form") }));
  const body = { form_id: form.id, fields };
  await ok(storefrontForms.submitFormAsVisitor, { params: { formId: form.id }, as, body }).then(
    (submission) => handed.take(submission),
    () => undefined,
  );

  await bookTwice(shop, handed, {
    name: word("booking-name"),
    email: mail("booking-email"),
    text: word("booking-text"),
  });
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
  return {
    handed: handed.all,
    emails: handed.all.filter(({ kind }) => kind === "address").map(({ value }) => value),
    conversation,
    earlierSession: before,
    sessions: [proof.token.id],
  };

  async function subscribe(all: HandedValues, address: string): Promise<void> {
    const at = { businessId, collectionId: newsletter.id };
    const body = { email: address, market: "eu", plan_id: newsletter.plans[0]?.id ?? "" };
    const made = all.take(await ok(newsletters.subscribe, { params: at, body }));
    if (!("id" in made)) throw new Error("It costs something.");
    all.add(await subscriptionToken("unsubscribe", { ...at, subscriberId: made.id }), "unsubscribe");
    all.mails([await mailTo(address)]);
  }

  async function bookTwice(
    { service_id: serviceId, provider_id: providerId }: Shop,
    all: HandedValues,
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
