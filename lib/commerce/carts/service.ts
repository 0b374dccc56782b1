import { isDeepStrictEqual } from "node:util";
import { byStaff, type Context, isVisitorsContact } from "#core/context.ts";
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
import { cartOfToken, cartReplacement, changedCart } from "./record.ts";
import type { ItemInput, RemoveItem, UpdateCart } from "./request-schema.ts";
import { Cart, type CartLine, type StaffCart, TYPED } from "./schema.ts";
import { linkView } from "./shared-cart.ts";
import type { Source } from "./source-schema.ts";
import { carts } from "./table.ts";
import { isSamePrices, principalOf, shownPrices } from "./view.ts";
import { type Viewer, viewCart } from "./view-cart.ts";

export interface CartKey {
  storeId: string;
  cartId: string;
}

interface Open {
  shop: Shop;
  cart: Stored<Cart>;
  side: CartRole;
}

/** A cart for its visitor, or for operators, who the path has let through; what is another's is unknown. */
export async function openCart(ctx: Context, at: CartKey): Promise<Open> {
  const { shop, cart } = await readCart(ctx, at.storeId, at.cartId);
  const side: CartRole = byStaff(ctx) ? "operator" : "visitor";
  if (!cart || !(side === "operator" || isOwnCart(ctx, cart))) throw GENERAL.NOT_FOUND();
  const target = cart.merged_into_cart_id;
  return target ? openCart(ctx, { ...at, cartId: target }) : { shop, cart, side };
}

/**
 * Runs a change of a cart. An order that it is being paid as is taken back first.
 *
 * @param takeBack ends such an order, or refuses
 */
export async function withEditableCart<A>(
  ctx: Context,
  at: CartKey,
  takeBack: (ctx: Context, storeId: string, orderId: string) => Promise<void>,
  run: (open: Open) => Promise<A>,
): Promise<A> {
  const open = await openCart(ctx, at);
  const { status, is_bought, converted_order_id } = open.cart;
  if (status !== "converted" || is_bought || !converted_order_id) return run(open);
  await takeBack(ctx, at.storeId, converted_order_id);
  return run(await openCart(ctx, at));
}

/** A cart as it is now. What its answer shows is what a checkout without a quote will be judged by. */
export async function getCart(ctx: Context, at: CartKey, token?: string): Promise<StaffCart> {
  if (!byStaff(ctx)) {
    if (token !== undefined) return recoveredCart(ctx, at, token);
    if (ctx.actor.kind !== "visitor") throw GENERAL.UNAUTHENTICATED();
  }
  const { shop, cart, side } = await openCart(ctx, at);
  return showCart(ctx, shop, cart, side);
}

export async function updateCart(ctx: Context, open: Open, input: UpdateCart): Promise<StaffCart> {
  const { shop, cart, side } = open;
  checkChangeable(ctx, open);
  expectVersion(cart, input);
  const items = input.items ? linesFrom(ctx, input.items, cart.items, side) : cart.items;
  const fields = cartFields(shop.business, input);
  const change = { ...fields, sent_at: sentTimes(ctx, fields, cart), items };
  return translateLineErrors(input.items ?? [], items, () => saveCart(ctx, open, change));
}

export async function addItem(ctx: Context, open: Open, item: ItemInput): Promise<StaffCart> {
  const { cart, side } = open;
  checkChangeable(ctx, open);
  const items = withItem(ctx, cart.items, item, side);
  return translateItemErrors(item, cart.items, () => saveCart(ctx, open, { items }));
}

/** Takes lines out: the one named, or all of a variant or a service. What is not there is out already. */
export async function removeItem(
  ctx: Context,
  open: Open,
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

export async function clearCart(ctx: Context, open: Open): Promise<StaffCart> {
  checkChangeable(ctx, open);
  return saveCart(ctx, open, { items: [] });
}

function checkChangeable(ctx: Context, { shop, cart }: Open): void {
  changedCart(ctx, shop.business, cart, {});
}

/** Writes a changed cart, and answers it. Lines that are new must be of something that can be seen. */
async function saveCart(
  ctx: Context,
  { shop, cart: before, side }: Open,
  change: Partial<Cart>,
): Promise<StaffCart> {
  const wanted = changedCart(ctx, shop.business, before, change);
  const loaded = await loadLines(ctx, shop, wanted);
  checkLinesVisible(loaded, before.items);
  const shown = withPrices(ctx, wanted, loaded);
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

/** A cart whose code was sent, and may say what becomes of it: beyond the tries that there are, the code is kept and nothing is said. */
export async function withTriedCode(
  ctx: Context,
  cart: Stored<Cart>,
  loaded: LoadedLines,
): Promise<Stored<Cart>> {
  if (!cart.promo_code || isCodeTried(cart)) return cart;
  const known = { ...cart, tried_code: cart.promo_code };
  // A cart that cannot be priced says nothing of its code: that is no free try.
  const { refusal } = priceCartNow(ctx, known, loaded) ?? { refusal: "unpriced" };
  return (await countGuess(ctx, cart.store_id, !refusal)) ? known : cart;
}

export function checkLinesVisible({ units }: LoadedLines, before: readonly CartLine[]): void {
  const old = new Set(before.map(({ id }) => id));
  const unknown = units.find(({ line, reason, hidden }) => !old.has(line.id) && hidden && reason);
  if (unknown) throw notFound(unknown.line);
}

/**
 * What a cart shows now; noted without a change of the cart where it is not what it showed before.
 *
 * @param source where its visitor comes from now
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
    if (source === null || saysSame(cart.source, source)) await noteShown(ctx, cart, loaded);
    else await noteSource(ctx, cart, source, loaded);
  }
  return viewCart(ctx, cart, loaded, viewer);
}

async function noteSource(
  ctx: Context,
  cart: Stored<Cart>,
  source: Source,
  { units }: LoadedLines,
): Promise<void> {
  const answered = shownPrices(ctx, principalOf(ctx), units);
  await transact(ctx, [carts.replace(cart, { ...cart, source, answered })]);
}

function saysSame(one: Source | null, { at: _, ...other }: Source): boolean {
  return one !== null && isDeepStrictEqual({ ...one, at: undefined }, { ...other, at: undefined });
}

async function noteShown(
  ctx: Context,
  { store_id, id, answered }: Cart,
  { units }: LoadedLines,
): Promise<void> {
  const shown = shownPrices(ctx, principalOf(ctx), units);
  if (isSamePrices(answered, shown)) return;
  const there = { expression: "attribute_exists(pk)" };
  await transact(ctx, [carts.update({ store_id, id }, { set: { answered: shown }, inner: true }, there)]);
}

async function recoveredCart(ctx: Context, { storeId, cartId }: CartKey, token: string): Promise<StaffCart> {
  if ((await cartOfToken(storeId, token)) !== cartId) throw GENERAL.NOT_FOUND();
  const { shop, cart } = await readCart(ctx, storeId, cartId);
  if (!cart || cart.status === "converted") throw GENERAL.NOT_FOUND();
  return isOwnCart(ctx, cart)
    ? showCart(ctx, shop, cart, "visitor")
    : showCart(ctx, shop, linkView(cart), "token");
}

/** What of a cart's fields was sent: `null` clears what may be null, and so does an empty text. */
export function cartFields(
  business: Pick<Business, "configs">,
  { id, store_id, items, market, version, ...sent }: Partial<UpdateCart>,
): Partial<Cart> {
  const text = (value: string | null | undefined) => (value === "" ? null : value);
  return changesOf(Cart, sent, {
    market: market ? keyOf(requireMarket(business, market)) : undefined,
    promo_code: text(sent.promo_code),
    payment_method_key: text(sent.payment_method_key),
    shipping_method_id: text(sent.shipping_method_id),
  });
}

export function sentTimes(ctx: Context, fields: Partial<Cart>, before?: Cart): Cart["sent_at"] {
  const says = (value: Cart[keyof Cart] | undefined) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null;
  const sent = TYPED.filter(
    (field) => fields[field] !== undefined && (says(fields[field]) || says(before?.[field])),
  );
  return { ...before?.sent_at, ...Object.fromEntries(sent.map((field) => [field, ctx.clock()])) };
}

function keyOf({ id, key }: { id: string; key?: string | undefined }): string {
  return key ?? id;
}

export function isOwnCart(ctx: Context, { contact_id }: Pick<Cart, "contact_id">): boolean {
  return isVisitorsContact(ctx, contact_id);
}

function notFound(line: CartLine): Error {
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
