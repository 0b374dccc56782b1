import { isDeepStrictEqual } from "node:util";
import { type Context, isByStaff, isVisitorsContact } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import { changesOf, expectVersion } from "#core/records/record.ts";
import { RESERVATION } from "#lib/booking/reservations/errors.ts";
import { PRODUCT } from "#lib/commerce/products/errors.ts";
import { countGuess } from "#lib/money/promo-codes/guess-limit.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { type CartRole, linesFrom, translateItemErrors, translateLineErrors, withItem } from "./lines.ts";
import { type LoadedLines, loadLines, readCart, requireMarket, type Shop } from "./load-cart.ts";
import { isCodeTried, priceCartNow } from "./pricing.ts";
import { cartIdOfToken, cartReplacement, changedCart } from "./record.ts";
import type { CartItemInput, RemoveItem, UpdateCart } from "./request-schema.ts";
import { Cart, type CartLine, INPUT_FIELDS, type StaffCart } from "./schema.ts";
import { linkView } from "./shared-cart.ts";
import type { Source } from "./source-schema.ts";
import { carts } from "./table.ts";
import { isSamePrices, principalOf, shownPrices } from "./view.ts";
import { type Viewer, viewCart } from "./view-cart.ts";

export interface CartKey {
  storeId: string;
  cartId: string;
}

interface OpenedCart {
  shop: Shop;
  cart: Stored<Cart>;
  side: CartRole;
}

/** Opens a cart for its visitor or for operators; another visitor's cart is not found. */
export async function openCart(ctx: Context, at: CartKey): Promise<OpenedCart> {
  const { shop, cart } = await readCart(ctx, at.storeId, at.cartId);
  const side: CartRole = isByStaff(ctx) ? "operator" : "visitor";
  if (!cart || !(side === "operator" || isOwnCart(ctx, cart))) throw GENERAL.NOT_FOUND();
  const target = cart.merged_into_cart_id;
  return target ? openCart(ctx, { ...at, cartId: target }) : { shop, cart, side };
}

/**
 * Cancels the order of a checkout in progress, if there is one, and then runs a change of the cart.
 *
 * @param cancelCheckout cancels the order, or throws if the change must not happen
 */
export async function withEditableCart<A>(
  ctx: Context,
  at: CartKey,
  cancelCheckout: (ctx: Context, storeId: string, orderId: string) => Promise<void>,
  run: (open: OpenedCart) => Promise<A>,
): Promise<A> {
  const open = await openCart(ctx, at);
  const { status, is_bought, converted_order_id } = open.cart;
  if (status !== "converted" || is_bought || !converted_order_id) return run(open);
  await cancelCheckout(ctx, at.storeId, converted_order_id);
  return run(await openCart(ctx, at));
}

/** Shows a cart. A checkout without a quote is checked against the prices of this answer. */
export async function getCart(ctx: Context, at: CartKey, token?: string): Promise<StaffCart> {
  if (!isByStaff(ctx)) {
    if (token !== undefined) return recoveredCart(ctx, at, token);
    if (ctx.actor.kind !== "visitor") throw GENERAL.UNAUTHENTICATED();
  }
  const { shop, cart, side } = await openCart(ctx, at);
  return showCart(ctx, shop, cart, side);
}

export async function updateCart(ctx: Context, open: OpenedCart, input: UpdateCart): Promise<StaffCart> {
  const { shop, cart, side } = open;
  checkChangeable(ctx, open);
  expectVersion(cart, input);
  const items = input.items ? linesFrom(ctx, input.items, cart.items, side) : cart.items;
  const fields = cartFields(shop.business, input);
  const change = { ...fields, sent_at: sentTimes(ctx, fields, cart), items };
  return translateLineErrors(input.items ?? [], items, () => saveCart(ctx, open, change));
}

export async function addItem(ctx: Context, open: OpenedCart, item: CartItemInput): Promise<StaffCart> {
  const { cart, side } = open;
  checkChangeable(ctx, open);
  const items = withItem(ctx, cart.items, item, side);
  return translateItemErrors(item, cart.items, () => saveCart(ctx, open, { items }));
}

/** Removes one line, or all lines of a variant or service. Removing a missing line is no error. */
export async function removeItem(
  ctx: Context,
  open: OpenedCart,
  { item_id, product_id, variant_id, service_id }: RemoveItem,
): Promise<StaffCart> {
  const { cart } = open;
  checkChangeable(ctx, open);
  const isNamed = (line: CartLine) => {
    if (item_id) return line.id === item_id;
    if (line.type === "service") return line.service_id === service_id;
    return line.product_id === product_id && (!variant_id || line.variant_id === variant_id);
  };
  return saveCart(ctx, open, { items: cart.items.filter((line) => !isNamed(line)) });
}

export async function clearCart(ctx: Context, open: OpenedCart): Promise<StaffCart> {
  checkChangeable(ctx, open);
  return saveCart(ctx, open, { items: [] });
}

function checkChangeable(ctx: Context, { shop, cart }: OpenedCart): void {
  changedCart(ctx, shop.business, cart, {});
}

/** Saves a changed cart and shows it. New lines must be visible to the caller. */
async function saveCart(
  ctx: Context,
  { shop, cart: before, side }: OpenedCart,
  change: Partial<Cart>,
): Promise<StaffCart> {
  const changed = changedCart(ctx, shop.business, before, change);
  const loaded = await loadLines(ctx, shop, changed);
  checkLinesVisible(loaded, before.items);
  const shown = withPrices(ctx, changed, loaded);
  const after = change.promo_code ? await withTriedCode(ctx, shown, loaded) : shown;
  const writes = cartReplacement(ctx, before, after);
  const view = await viewCart(ctx, writes.length > 0 ? carts.made(after, before) : before, loaded, side);
  return transact(ctx, writes, view);
}

export function withPrices(ctx: Context, cart: Stored<Cart>, loaded: LoadedLines): Stored<Cart> {
  const priceOf = (line: CartLine) => loaded.units.find((unit) => unit.line.id === line.id)?.price ?? null;
  const items = cart.items.map((line) => ({ ...line, added_price: line.added_price ?? priceOf(line) }));
  return { ...cart, items, answered: shownPrices(ctx, principalOf(ctx), loaded.units) };
}

/** Counts a try of the cart's promo code. After too many tries, the cart no longer shows whether a code is valid. */
export async function withTriedCode(
  ctx: Context,
  cart: Stored<Cart>,
  loaded: LoadedLines,
): Promise<Stored<Cart>> {
  if (!cart.promo_code || isCodeTried(cart)) return cart;
  const known = { ...cart, tried_code: cart.promo_code };
  // If the cart cannot be priced, it shows nothing about its code, but the try still counts.
  const { refusal } = priceCartNow(ctx, known, loaded) ?? { refusal: "unpriced" };
  return (await countGuess(ctx, cart.store_id, !refusal)) ? known : cart;
}

export function checkLinesVisible({ units }: LoadedLines, before: readonly CartLine[]): void {
  const old = new Set(before.map(({ id }) => id));
  const unknown = units.find(({ line, reason, hidden }) => !old.has(line.id) && hidden && reason);
  if (unknown) throw lineNotFound(unknown.line);
}

/**
 * Shows a cart, and stores the shown prices and the source if they differ. Only a new source changes the version.
 *
 * @param source where the visitor comes from now
 */
export async function showCart(
  ctx: Context,
  shop: Shop,
  cart: Stored<Cart>,
  viewer: Viewer,
  source: Source | null = null,
): Promise<StaffCart> {
  const loaded = await loadLines(ctx, shop, cart);
  if (viewer !== "token" && cart.status !== "converted") {
    if (source === null || isSameSource(cart.source, source)) await storeShownPrices(ctx, cart, loaded);
    else await storeSource(ctx, cart, source, loaded);
  }
  return viewCart(ctx, cart, loaded, viewer);
}

async function storeSource(
  ctx: Context,
  cart: Stored<Cart>,
  source: Source,
  { units }: LoadedLines,
): Promise<void> {
  const answered = shownPrices(ctx, principalOf(ctx), units);
  await transact(ctx, [carts.replace(cart, { ...cart, source, answered })]);
}

function isSameSource(one: Source | null, { at: _, ...other }: Source): boolean {
  return one !== null && isDeepStrictEqual({ ...one, at: undefined }, { ...other, at: undefined });
}

async function storeShownPrices(
  ctx: Context,
  { store_id, id, answered }: Cart,
  { units }: LoadedLines,
): Promise<void> {
  const shown = shownPrices(ctx, principalOf(ctx), units);
  if (isSamePrices(answered, shown)) return;
  const ifExists = { expression: "attribute_exists(pk)" };
  await transact(ctx, [carts.update({ store_id, id }, { set: { answered: shown }, inner: true }, ifExists)]);
}

async function recoveredCart(ctx: Context, { storeId, cartId }: CartKey, token: string): Promise<StaffCart> {
  if ((await cartIdOfToken(storeId, token)) !== cartId) throw GENERAL.NOT_FOUND();
  const { shop, cart } = await readCart(ctx, storeId, cartId);
  if (!cart || cart.status === "converted") throw GENERAL.NOT_FOUND();
  return isOwnCart(ctx, cart)
    ? showCart(ctx, shop, cart, "visitor")
    : showCart(ctx, shop, linkView(cart), "token");
}

/** The sent fields of a cart; `null` and an empty text clear a field. */
export function cartFields(
  business: Pick<Business, "configs">,
  { id, store_id, items, market, version, ...sent }: Partial<UpdateCart>,
): Partial<Cart> {
  const text = (value: string | null | undefined) => (value === "" ? null : value);
  return changesOf(Cart, sent, {
    market: market ? marketKey(requireMarket(business, market)) : undefined,
    promo_code: text(sent.promo_code),
    payment_method_key: text(sent.payment_method_key),
    shipping_method_id: text(sent.shipping_method_id),
  });
}

export function sentTimes(ctx: Context, fields: Partial<Cart>, before?: Cart): Cart["sent_at"] {
  const isSet = (value: Cart[keyof Cart] | undefined) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
  const sent = INPUT_FIELDS.filter(
    (field) => fields[field] !== undefined && (isSet(fields[field]) || isSet(before?.[field])),
  );
  return { ...before?.sent_at, ...Object.fromEntries(sent.map((field) => [field, ctx.clock()])) };
}

function marketKey({ id, key }: { id: string; key?: string | undefined }): string {
  return key ?? id;
}

export function isOwnCart(ctx: Context, { contact_id }: Pick<Cart, "contact_id">): boolean {
  return isVisitorsContact(ctx, contact_id);
}

function lineNotFound(line: CartLine): Error {
  const validationErrors = [{ field: line.id, message: "is not sold here", error: PRODUCT.NOT_FOUND.code }];
  if (line.type === "product") {
    const { code, status } = PRODUCT.NOT_FOUND;
    const message = `Variant ${line.variant_id} of product ${line.product_id} is not sold in this store.`;
    return new ApiError(code, status, message, { validationErrors });
  }
  return RESERVATION.FAILED_CREATE({
    message: "there is no such service of this provider",
    validationErrors,
  });
}
