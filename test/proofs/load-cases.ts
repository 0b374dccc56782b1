import { providers } from "#functions/booking/providers/routes.ts";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { newsletters } from "#functions/delivery/newsletters/routes.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { ok } from "#test/support/client.ts";
import { openNewsletter } from "#test/support/newsletter.ts";
import { BY_CARD } from "#test/support/orders.ts";
import { HOUR, MONDAY, OPENING_HOURS } from "#test/support/salon.ts";
import { createGoods, type Goods, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { makeAgent } from "#test/support/support.ts";
import { newEmail, somebody, visitorOf } from "#test/support/world.ts";
import type { LoadCase } from "./ceilings.ts";

/** Words of submissions: no two submissions share all of them. */
const WORDS = "roast cup filter water grinder kettle scale paper morning apricot jasmine harvest".split(" ");

/** Operations of visitors in a shop, a salon, a newsletter and a support chat, with requests of many callers. */
export async function openLoadCases(): Promise<LoadCase[]> {
  const shop = await openShop({ units: 1000 });
  return [
    await submissionCase(shop),
    identifyCase(shop),
    await subscribeCase(),
    await bookingCase(shop),
    cartChangeCase(shop),
    checkoutCase(shop, "checkout by card", BY_CARD),
    checkoutCase(shop, "checkout in cash", { ...BY_CARD, payment_method_key: "cash" }),
    await conversationCase(shop),
    await messageCase(shop),
  ];
}

/** The usual operations of a shop, in a new shop. */
export async function openTypicalShop(): Promise<{ storeId: string; causes: LoadCase[] }> {
  const shop = await openShop({ units: 1000 });
  const inCash = checkoutCase(shop, "order", { ...BY_CARD, payment_method_key: "cash" });
  return { storeId: shop.id, causes: [await submissionCase(shop), cartChangeCase(shop), inCash] };
}

const ownIp = (index: number) => ({ sourceIp: `198.51.100.${index}` });
const jsonBody = (body: object) => ({ body: JSON.stringify(body) });

async function submissionCase({ id: storeId, owner: as }: Shop): Promise<LoadCase> {
  const schema = ["name", "message"].map((key) => ({ type: "text" as const, key }));
  const form = await ok(forms.createForm, { params: { storeId }, as, body: { key: "ceilings", schema } });
  return {
    label: "submission",
    byVisitors: true,
    operation: forms.submitForm,
    prepare: async (index) => {
      const said = WORDS.map((word, at) => `${word}${at === index % WORDS.length ? index : ""}`).join(" ");
      const fields = [
        { key: "name", value: `Grace ${index}` },
        { key: "message", value: `${said}. `.repeat(4).slice(0, 400) },
      ];
      return {
        params: { storeId, formId: form.id },
        ...ownIp(index),
        ...jsonBody({ form_id: form.id, fields }),
      };
    },
  };
}

function identifyCase({ id: storeId }: Shop): LoadCase {
  return {
    label: "identify",
    byVisitors: true,
    operation: storefrontAccount.identifyContact,
    prepare: async (index) => ({
      params: { storeId },
      ...ownIp(index),
      ...jsonBody({ market: "eu", email: newEmail(), verify: true }),
    }),
  };
}

async function subscribeCase(): Promise<LoadCase> {
  const { businessId, collectionId, free } = await openNewsletter();
  return {
    label: "subscribe",
    byVisitors: true,
    operation: newsletters.subscribe,
    prepare: async (index) => ({
      params: { businessId, collectionId },
      ...ownIp(index),
      ...jsonBody({ id: collectionId, market: "us", email: newEmail(), plan_id: free }),
    }),
  };
}

/** Each caller books another provider, as one provider is not booked 500 times a second. */
async function bookingCase({ id: businessId, owner: as }: Shop): Promise<LoadCase> {
  const params = { businessId };
  const chair = (index: number) =>
    ok(providers.createProvider, {
      params,
      as,
      body: { key: `chair-${index}`, workingTime: { workingDays: OPENING_HOURS } },
    });
  return {
    label: "booking",
    byVisitors: true,
    operation: reservations.checkoutReservation,
    prepare: async (index) => {
      const { id: providerId } = await chair(index);
      const { id: serviceId } = await ok(services.createService, {
        params,
        as,
        body: {
          key: `cut-${index}`,
          name: "Haircut",
          prices: [{ market: "eu", amount: 5000 }],
          durations: [{ duration: 60 }],
          providers: [{ providerId }],
        },
      });
      const parts = [{ serviceId, providerId, startTime: MONDAY + 9 * HOUR }];
      const { token } = await somebody();
      return {
        token,
        ...ownIp(index),
        ...jsonBody({ businessId, paymentMethod: "CREDIT_CARD", market: "eu", parts }),
      };
    },
  };
}

async function openCart(shop: Shop, index: number, operationIsCheckout: boolean) {
  const goods: Goods = await createGoods(shop, `thing-${operationIsCheckout}-${crypto.randomUUID()}`, {
    amount: 1200,
    units: 50,
    weight: 100 + index,
  });
  return { goods, visitor: await visitorWithCart(shop, [{ ...goods, quantity: 1 }]) };
}

function cartChangeCase(shop: Shop): LoadCase {
  return {
    label: "cart change",
    byVisitors: true,
    operation: storefrontCarts.updateVisitorCart,
    prepare: async (index) => {
      const { goods, visitor } = await openCart(shop, index, false);
      return {
        params: { storeId: shop.id, cartId: visitor.cart.id },
        token: visitor.as.token,
        ...ownIp(index),
        ...jsonBody({ items: [{ ...goods, quantity: 2 }] }),
      };
    },
  };
}

/** Each buyer buys another variant, so that stock is spread. */
function checkoutCase(shop: Shop, label: string, body: object): LoadCase {
  return {
    label,
    byVisitors: true,
    operation: storefrontCarts.checkoutVisitorCart,
    prepare: async (index) => {
      const { visitor } = await openCart(shop, index, true);
      return {
        params: { storeId: shop.id, cartId: visitor.cart.id },
        token: visitor.as.token,
        ...ownIp(index),
        ...jsonBody(body),
      };
    },
  };
}

async function conversationCase(shop: Shop): Promise<LoadCase> {
  await makeAgent(shop);
  return {
    label: "conversation, begun",
    byVisitors: true,
    operation: conversations.startConversation,
    prepare: async (index) => ({
      params: { storeId: shop.id },
      token: (await visitorOf(shop.id)).token,
      ...ownIp(index),
      ...jsonBody({}),
    }),
  };
}

async function messageCase(shop: Shop): Promise<LoadCase> {
  return {
    label: "message",
    byVisitors: true,
    operation: conversations.sendMessage,
    prepare: async (index) => {
      const { token } = await visitorOf(shop.id);
      const begun = await ok(conversations.startConversation, {
        params: { storeId: shop.id },
        as: { token },
        body: {},
      });
      return {
        params: { storeId: shop.id, conversationId: begun.id },
        token,
        ...ownIp(index),
        ...jsonBody({ input: { type: "text", content: "Order" } }),
      };
    },
  };
}
