import { businessReservations, reservations } from "#functions/booking/reservations/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orders } from "#functions/commerce/orders/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { newsletters } from "#functions/delivery/newsletters/routes.ts";
import { webhooks, webhookTests } from "#functions/delivery/webhooks/routes.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { auth, storeAuth } from "#functions/tenancy/auth/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { invitations } from "#functions/tenancy/members/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { BERLIN } from "#test/support/shop.ts";
import {
  type AbuseCall,
  bookingPartOf,
  bookOnce,
  type CallReply,
  guestToken,
  MOVED_SLOT_INDEX,
  makeCall,
} from "./abuse-world.ts";

export interface Attempt {
  what: string;
  causes: "mail" | "code" | "booking" | "order" | "webhook" | "row" | "try";
  call: (call: AbuseCall) => Promise<CallReply>;
}

const shopParams = ({ world }: AbuseCall) => ({ storeId: world.shop.id });
const ownParams = ({ world }: AbuseCall) => ({ businessId: world.own.id });
const ownToken = ({ world }: AbuseCall) => world.own.owner.token;

/** What a stranger can try in another tenant's shop. */
export const STRANGER_ATTEMPTS: Attempt[] = [
  {
    what: "codes for an account",
    causes: "code",
    call: (call) => makeCall(call, auth.requestCode, { body: { email: call.victim } }),
  },
  {
    what: "codes for a store",
    causes: "code",
    call: (call) =>
      makeCall(call, storeAuth.requestStoreCode, { params: shopParams(call), body: { email: call.victim } }),
  },
  {
    what: "codes for a visitor",
    causes: "code",
    call: (call) =>
      makeCall(call, storefrontAccount.requestContactCode, {
        params: shopParams(call),
        body: { email: call.victim },
      }),
  },
  {
    what: "contacts with a code",
    causes: "code",
    call: (call) =>
      makeCall(call, storefrontAccount.identifyContact, {
        params: shopParams(call),
        body: { email: call.victim, verify: true },
      }),
  },
  {
    what: "registrations",
    causes: "code",
    call: (call) =>
      makeCall(call, users.registerUser, {
        body: { provider: "EMAIL_REGISTER", email: call.victim, password: "a lantern in the orchard" },
      }),
  },
  {
    what: "forgotten passwords",
    causes: "code",
    call: (call) => makeCall(call, users.forgotPassword, { body: { email: call.victim } }),
  },
  {
    what: "codes by text to phones",
    causes: "code",
    call: async (call) =>
      makeCall(call, users.sendPhoneCode, {
        token: await guestToken(call),
        body: { phoneNumber: `+49151${String(call.index).padStart(8, "0")}` },
      }),
  },
  {
    what: "newsletter subscriptions",
    causes: "mail",
    call: (call) => {
      const { newsletterId: id, planId: plan_id, id: businessId } = call.world.shop;
      return makeCall(call, newsletters.subscribe, {
        params: { businessId, collectionId: id },
        body: { id, plan_id, market: "us", email: call.victim },
      });
    },
  },
  {
    what: "requests for a booking",
    causes: "booking",
    call: async (call) =>
      makeCall(call, reservations.createReservation, {
        token: await guestToken(call),
        body: { parts: [bookingPartOf(call)], email: call.victim },
      }),
  },
  {
    what: "bookings paid in cash",
    causes: "booking",
    call: async (call) =>
      makeCall(call, reservations.checkoutReservation, {
        token: await guestToken(call),
        body: {
          paymentMethod: "CASH",
          market: "eu",
          parts: [bookingPartOf({ ...call, index: call.index + 400 })],
          email: call.victim,
        },
      }),
  },
  {
    what: "moves of one booking",
    causes: "mail",
    call: async (call) => {
      const token = await guestToken({ ...call, index: 0 });
      const reservationId = await bookOnce(call, token);
      const parts = [bookingPartOf({ ...call, index: MOVED_SLOT_INDEX + 1 + (call.index % 200) })];
      return makeCall(call, reservations.updateReservation, {
        params: { reservationId },
        token,
        body: { parts },
      });
    },
  },
  { what: "orders paid in cash", causes: "order", call: (call) => placeOrder(call, "cash") },
  {
    what: "orders by card, never paid",
    causes: "order",
    call: (call) => placeOrder(call, "credit_card"),
  },
  {
    what: "submissions",
    causes: "mail",
    call: (call) => submitForm(call, call.world.shop.id, call.world.shop.formId),
  },
  {
    what: "conversations",
    causes: "row",
    call: (call) => makeCall(call, conversations.startConversation, { params: shopParams(call), body: {} }),
  },
  {
    what: "calls for a person in a chat",
    causes: "mail",
    call: async (call) => {
      const params = shopParams(call);
      const begun = await makeCall(call, conversations.startConversation, { params, body: {} });
      if (begun.status >= 400) return begun;
      return makeCall(call, conversations.sendMessage, {
        params: { ...params, conversationId: String(begun.body.id) },
        headers: { "x-support-token": String(begun.body.support_token) },
        body: { input: { type: "button", label: "Person" } },
      });
    },
  },
  {
    what: "guests",
    causes: "row",
    call: (call) => makeCall(call, users.loginUser, { body: { provider: "GUEST" } }),
  },
  {
    what: "contacts",
    causes: "row",
    call: (call) => makeCall(call, storefrontAccount.identifyContact, { params: shopParams(call), body: {} }),
  },
  {
    what: "guesses of a promo code",
    causes: "try",
    call: async (call) => {
      const parts = [bookingPartOf(call)];
      const price = { currency: "EUR", market: "eu", paymentMethod: "CASH" };
      return guessReply(
        await makeCall(call, businessReservations.quoteBusinessReservation, {
          params: { businessId: call.world.shop.id },
          body: { ...price, parts, promoCode: `GUESS${call.index}` },
        }),
      );
    },
  },
  {
    what: "guesses of a password",
    causes: "try",
    call: async (call) => {
      const body = { provider: "EMAIL", email: call.victim, password: `wrong ${call.index} and longer` };
      return guessReply(await makeCall(call, users.loginUser, { body }));
    },
  },
  {
    what: "guesses of a code",
    causes: "try",
    call: async (call) => {
      const body = { challenge_id: call.memory.get("challenge") ?? "none", code: "123456" };
      if (call.index % 5 === 0) {
        const asked = await makeCall(call, auth.requestCode, { body: { email: call.victim } });
        if (asked.body.challenge_id) call.memory.set("challenge", String(asked.body.challenge_id));
      }
      return guessReply(await makeCall(call, auth.verifyCode, { body }));
    },
  },
];

/** What a tenant can try with its own records. */
export const TENANT_ATTEMPTS: Attempt[] = [
  {
    what: "invitations",
    causes: "mail",
    call: async (call) => {
      const params = ownParams(call);
      const body = { email: call.victim, role: "Admin" };
      return makeCall(call, invitations.createInvitation, { params, token: ownToken(call), body });
    },
  },
  {
    what: "event mails",
    causes: "mail",
    call: async (call) => {
      const token = ownToken(call);
      const params = ownParams(call);
      const query = { entity: "node", limit: "1" };
      const found = await makeCall(call, businessEvents.listBusinessEvents, { params, query, token });
      const [event] = (found.body.items ?? []) as { id: string }[];
      if (!event) return { status: 404, body: {} };
      const payload = { type: "email", nodeId: call.world.own.nodeId, recipients: [call.victim] };
      const body = { payload: { ...payload, subject: `No. ${call.index}` } };
      return makeCall(call, businessEvents.updateBusinessEvent, {
        params: { ...params, eventId: event.id },
        token,
        body,
      });
    },
  },
  {
    what: "a support address of somebody else, and submissions",
    causes: "mail",
    call: async (call) => {
      const { id, formId } = call.world.own;
      const body = { emails: { support: call.victim } };
      if (call.index % 20 === 0) {
        await makeCall(call, businesses.updateBusiness, {
          params: ownParams(call),
          token: ownToken(call),
          body,
        });
      }
      return submitForm(call, id, formId);
    },
  },
  {
    what: "bookings in a customer's name",
    causes: "booking",
    call: (call) =>
      makeCall(call, businessReservations.createBusinessReservation, {
        params: { businessId: call.world.shop.id },
        token: call.world.shop.owner.token,
        body: { parts: [bookingPartOf({ ...call, index: call.index + 800 })], email: call.victim },
      }),
  },
  {
    what: "orders in a customer's name",
    causes: "order",
    call: (call) => {
      const { shop } = call.world;
      const body = {
        email: call.victim,
        market: "eu",
        payment_method_key: "cash",
        shipping_address: BERLIN,
        items: [{ ...shop.mug, quantity: 1 }],
      };
      return makeCall(call, orders.createOrder, { params: shopParams(call), token: shop.owner.token, body });
    },
  },
  {
    what: "trials of a webhook",
    causes: "webhook",
    call: (call) =>
      makeCall(call, webhookTests.testWebhook, {
        params: ownParams(call),
        token: ownToken(call),
        body: { url: "https://victim.invalid/hooks", events: ["order.created"] },
      }),
  },
  {
    what: "webhooks at one address",
    causes: "webhook",
    call: (call) =>
      makeCall(call, webhooks.createWebhook, {
        params: { storeId: call.world.own.id },
        token: ownToken(call),
        body: { name: `No. ${call.index}`, url: "https://victim.invalid/hooks", events: ["form.*"] },
      }),
  },
  {
    what: "stores",
    causes: "row",
    call: (call) =>
      makeCall(call, stores.createStore, {
        token: ownToken(call),
        body: { key: `x-${crypto.randomUUID().slice(0, 18)}`, timezone: "Europe/Berlin" },
      }),
  },
];

/** Counts a refused guess as an allowed call, unless a budget refused it with a 429. */
function guessReply(got: CallReply): CallReply {
  return got.status === 429 ? got : { ...got, status: 200 };
}

async function placeOrder(call: AbuseCall, payment_method_key: string): Promise<CallReply> {
  const params = shopParams(call);
  const seen = await makeCall(call, storefrontAccount.identifyContact, { params, body: {} });
  const token = String(Object(seen.body.token).token ?? "");
  if (seen.status >= 400) return seen;
  const cart = await makeCall(call, storefrontCarts.currentCart, { params, token, body: { market: "eu" } });
  const inCart = { ...params, cartId: String(cart.body.id) };
  const items = [{ ...call.world.shop.mug, quantity: 1 }];
  const filled = { items, shipping_address: BERLIN };
  await makeCall(call, storefrontCarts.updateVisitorCart, { params: inCart, token, body: filled });
  const body = { payment_method_key, email: call.victim };
  return makeCall(call, storefrontCarts.checkoutVisitorCart, { params: inCart, token, body });
}

function submitForm(call: AbuseCall, storeId: string, formId: string): Promise<CallReply> {
  const fields = [{ type: "text", key: "message", value: `No. ${call.index}, ${call.victim}` }];
  return makeCall(call, forms.submitForm, { params: { storeId, formId }, body: { form_id: formId, fields } });
}
