import { newId } from "#core/id.ts";
import { newAddressedToken, newOpaqueToken, seal } from "#core/seal.ts";
import { conversations } from "#functions/engagement/support/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { recoveryToken } from "#lib/commerce/carts/record.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { ok } from "#test/support/client.ts";
import { type FurnishedStore, furnish } from "#test/support/furnish.ts";
import { guest, type Somebody, somebody } from "#test/support/world.ts";

/** A kind of sealed token. */
interface SealedKind {
  /** Names of the slots and fields that take it. */
  names: string[];
  bound?: (storeId: string) => string;
  content: (storeId: string, id: string) => unknown;
  /** Wraps the sealed text, if it is not sent by itself. */
  wrap?: (sealed: string, storeId: string) => string;
}

const storeOnly = (storeId: string) => storeId;
const storeAndId = (storeId: string, id: string) => [storeId, id];
const attemptOf = (storeId: string, id: string) => [storeId, id, 1];
const subscriptionOf = (_: string, id: string) => [id, id, 2 ** 40, "plan"];

/** All sealed tokens, by purpose. */
export const SEALED_KINDS: Readonly<Record<string, SealedKind>> = {
  "payment-return": { names: ["returnId"], content: attemptOf },
  "sandbox-checkout": { names: ["checkoutId"], content: attemptOf },
  "sandbox-billing": { names: ["billingId"], content: (storeId, id) => [storeId, id, "http://localhost/"] },
  pixel: { names: ["trackingPixelId"], content: (storeId, id) => [storeId, id, 1_790_000_000] },
  click: {
    names: ["token"],
    content: (storeId, id) => [storeId, id, 1_790_000_000, "spring", "https://example.com/"],
  },
  "newsletter-confirm": { names: ["token"], bound: storeOnly, content: subscriptionOf },
  "newsletter-renew": { names: ["token"], bound: storeOnly, content: subscriptionOf },
  "newsletter-unsubscribe": { names: ["token"], bound: storeOnly, content: subscriptionOf },
  quote: {
    names: ["quoteId"],
    bound: storeOnly,
    content: () => ({ expiresAt: 2 ** 40, total: 1, currency: "EUR", market: "eu", parts: [] }),
    wrap: (sealed, storeId) => `quote_${sealed}.${storeId}`,
  },
  "cart-quote": {
    names: ["quoteId"],
    bound: storeOnly,
    content: (_, id) => ({ cart: id, total: 1, currency: "EUR" }),
    wrap: (sealed) => `quote_${sealed}`,
  },
  "reservation-page": { names: ["reservationToken"], content: storeAndId },
  "order-page": { names: ["orderToken"], content: storeAndId },
  "shipping-callback": { names: ["callbackToken"], content: storeAndId },
  "shipping-label": { names: ["labelToken"], content: storeAndId },
  "social-state": { names: ["state"], bound: () => "sandbox", content: (storeId, id) => [storeId, id, "x"] },
};

export interface TokenWorld extends FurnishedStore {
  /** A person who owns nothing, so that ending their tokens harms nobody. */
  me: Somebody;
  /** A valid token of every kind that is not sealed. */
  good: Record<string, string>;
}

export async function tokenWorld(): Promise<TokenWorld> {
  const [place, me, someGuest] = await Promise.all([furnish(), somebody(), guest()]);
  const { value: apiToken } = await ok(accounts.createApiToken, { as: me, body: { name: "key" } });
  const talk = await ok(conversations.startConversation, { params: { storeId: place.id }, body: {} });
  place.ids.conversationId = talk.conversation.id;
  const [storeId, id] = [place.id, newId("inv")];
  return {
    ...place,
    me,
    good: {
      access: me.token,
      guest: someGuest.token,
      "API token": apiToken,
      visitor: place.visitor.token,
      "support token": talk.support_token,
      refresh: me.refreshToken,
      link: newOpaqueToken(TOKEN_PREFIX.link),
      invitation: newAddressedToken(TOKEN_PREFIX.invitation, storeId, id),
      "cart token": await recoveryToken({ store_id: storeId, id: place.ids.cartId ?? "cart" }),
    },
  };
}

/** Seals content for a purpose as the service does. */
export async function sealToken(
  purpose: string,
  { id: storeId }: TokenWorld,
  says?: unknown,
): Promise<string> {
  const kind = SEALED_KINDS[purpose];
  if (!kind) throw new Error(`Nothing is known to be sealed for ${purpose}.`);
  const content = says ?? kind.content(storeId, newId("order"));
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const sealed = await seal(purpose, text, kind.bound?.(storeId));
  return kind.wrap?.(sealed, storeId) ?? sealed;
}
