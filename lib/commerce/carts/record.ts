import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/read.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce, announceChange, isUnchanged } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { checkSize, newRecord } from "#core/records/record.ts";
import { keyedHash } from "#core/seal.ts";
import { DAY } from "#core/seconds.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { cartLife, withStartTimes } from "./lifecycle.ts";
import { Cart } from "./schema.ts";
import { carts, contactCarts } from "./table.ts";

export function newCart(
  ctx: Context,
  business: Pick<Business, "id" | "configs">,
  fields: Pick<Cart, "contact_id" | "origin" | "market"> & Partial<Cart>,
): Stored<Cart> {
  const now = ctx.now();
  const defaults = {
    id: newId("cart", ctx.clock()),
    store_id: business.id,
    status: "active" as const,
    created_by_account_id: null,
    items: [],
    shipping_address: null,
    billing_address: null,
    forms: [],
    promo_code: null,
    tried_code: null,
    payment_method_key: null,
    shipping_method_id: null,
    sent_at: {},
    quoted: null,
    answered: null,
    converted_order_id: null,
    is_bought: false,
    merged_into_cart_id: null,
    last_action_at: now,
    abandoned_at: null,
    recovery_sent_at: null,
    abandons_at: now + cartSettings(business).abandonedAfter,
    language: null,
    languages: [],
    ...visitorLanguages(ctx),
    source: null,
    begun_at: null,
    checkout_at: null,
    created_at: now,
    updated_at: now,
  };
  return carts.made(withStartTimes(newRecord(Cart, defaults, fields, {}), now));
}

/** Changes a cart, which makes it active again. Throws ORDER.INVALID_STATUS if it was ordered or has expired. */
export function changedCart(
  ctx: Context,
  business: Pick<Business, "configs">,
  before: Stored<Cart>,
  changes: Partial<Omit<Cart, "status">>,
): Stored<Cart> {
  const { abandonedAfter } = cartSettings(business);
  const { record } = cartLife.transition(
    { cart: before },
    { type: "changed", abandonedAfter, now: ctx.now() },
  );
  return withStartTimes({ ...before, ...record, ...visitorLanguages(ctx), ...changes }, ctx.now());
}

/** The languages of the visitor, if a visitor calls and names some. */
function visitorLanguages(ctx: Context): Partial<Pick<Cart, "language" | "languages">> {
  const { actor, languages = [] } = ctx;
  if (actor.kind !== "visitor" || languages.length === 0) return {};
  return { language: ctx.language ?? null, languages: [...languages] };
}

export function cartCreation(ctx: Context, cart: Cart): Write[] {
  checkSize(cart);
  return [carts.create(cart), announce(ctx, "cart.created", carts, cart)];
}

export function cartReplacement(
  ctx: Context,
  before: Stored<Cart>,
  after: Cart,
  type: "cart.updated" | "cart.abandoned" | "cart.converted" = "cart.updated",
): Write[] {
  checkSize(after);
  return announceChange(ctx, type, carts, before, after).writes;
}

export function cartRead(storeId: string, id: string): Read<Stored<Cart>> {
  return carts.read({ store_id: storeId, id });
}

export function contactCartsPartition(storeId: string, contactId: string): string {
  return carts.child({ store_id: storeId, contact_id: contactId });
}

/**
 * The writes that convert a cart; the cart's version guards them, so that it becomes only one order. A cart that is
 * not stored yet is created with its order.
 */
export function cartConversion(
  ctx: Context,
  cart: Stored<Cart>,
  orderId: string,
  { isBought, isNew }: { isBought: boolean; isNew: boolean },
): Write[] {
  const ordered = { type: "order placed", orderId, isBought, now: ctx.now() } as const;
  const { record } = cartLife.transition({ cart }, ordered);
  if (!isNew) return cartReplacement(ctx, cart, record, "cart.converted");
  const converted = carts.made(record);
  return [...cartCreation(ctx, converted), announce(ctx, "cart.converted", carts, converted)];
}

/** The writes after a cart's order became final; its contact then gets a new cart. */
export function cartPurchase(cart: Stored<Cart> | undefined, orderId: string): Write[] {
  if (!cart) return [];
  const { record } = cartLife.transition({ cart }, { type: "order finalized", orderId });
  return isUnchanged(cart, record) ? [] : [carts.replace(cart, record)];
}

/** The writes that reopen the cart of a failed order, with its lines. */
export function cartReopening(
  ctx: Context,
  business: Pick<Business, "configs">,
  cart: Stored<Cart> | undefined,
  orderId: string,
): Write[] {
  if (!cart) return [];
  const { abandonedAfter } = cartSettings(business);
  const lost = { type: "order failed", orderId, abandonedAfter, now: ctx.now() } as const;
  return cartReplacement(ctx, cart, cartLife.transition({ cart }, lost).record);
}

export function cartRemoval(cart: Stored<Cart>): Write[] {
  const { store_id, contact_id } = cart;
  return [carts.remove(cart), ...(contact_id ? [contactCarts.removeKey({ store_id, contact_id })] : [])];
}

/** The writes that remove addresses and form answers from a cart. */
export function cartAnonymisation(cart: Stored<Cart>): Write[] {
  const items = cart.items.map((line) => (line.type === "service" ? { ...line, forms: [] } : line));
  const nothing = { shipping_address: null, billing_address: null, forms: [] };
  return [carts.replace(cart, { ...cart, ...nothing, items })];
}

/** Whether the cart of an expired order can be converted to that order again. */
export function canBecomeOrder(cart: Cart | undefined): boolean {
  if (!cart) return true;
  return cart.status !== "converted" || (cart.converted_order_id === null && !cart.merged_into_cart_id);
}

const TOKEN_PURPOSE = "cart";

/**
 * The token that recovers a cart without a session. It is not stored, cannot be forged for another cart, and
 * is void once the cart was bought.
 */
export async function recoveryToken({ store_id, id }: Pick<Cart, "store_id" | "id">): Promise<string> {
  const mark = await keyedHash(TOKEN_PURPOSE, `${store_id}\n${id}`);
  return `${id}.${mark.slice(0, 32)}`;
}

/** `undefined` if the token is not valid. */
export async function cartIdOfToken(storeId: string, token: string): Promise<string | undefined> {
  const id = token.slice(0, token.lastIndexOf("."));
  return token.length > 0 && (await recoveryToken({ store_id: storeId, id })) === token ? id : undefined;
}

export function cartSettings({ configs }: Pick<Business, "configs">) {
  const { commerce } = configs;
  return {
    abandonedAfter: commerce?.cart_abandoned_after ?? DAY,
    recoveryMail: commerce?.recovery_mail ?? false,
    storefrontUrl: commerce?.storefront_url ?? null,
    cashNeedsProof: commerce?.cash_needs_proof ?? false,
  };
}
