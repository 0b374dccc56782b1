import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { type EvaluatedCart, evaluateCart } from "#lib/commerce/carts/evaluate.ts";
import type { Shop } from "#lib/commerce/carts/load-cart.ts";
import { cartConversion } from "#lib/commerce/carts/record.ts";
import type { CheckoutCart } from "#lib/commerce/carts/request-schema.ts";
import type { Cart } from "#lib/commerce/carts/schema.ts";
import { type CartKey, openCart } from "#lib/commerce/carts/service.ts";
import { contactNotFound } from "#lib/commerce/carts/staff-carts.ts";
import { principalOf } from "#lib/commerce/carts/view.ts";
import { markOrdered, reserve, stockWrites } from "#lib/commerce/inventory/stock-moves.ts";
import { beginPayment, type PreparedPayment } from "#lib/money/payments/begin-payment.ts";
import { countsByPerson, redeemPromoCode } from "#lib/money/promo-codes/redemption.ts";
import { checkTenantNotDeleted } from "#lib/tenancy/access/authorize.ts";
import { checkReturnUrl } from "#lib/tenancy/tenants/origins.ts";
import { namingLanguages } from "#lib/tenancy/tenants/service.ts";
import { customerIdOf } from "#lib/tenancy/visitors/card-id.ts";
import { checkContactUnchanged } from "#lib/tenancy/visitors/service.ts";
import { bookAppointments } from "./appointments.ts";
import { addOrderCashHolds } from "./cash-limits.ts";
import { checkoutAgain } from "./checkout-again.ts";
import { checkOrderable, checkShownPrices, shortUnits, stockError } from "./checkout-checks.ts";
import { ORDER } from "./errors.ts";
import { MAX_RELEASED, releaseExpiredHolds } from "./holds.ts";
import {
  type NewOrderFields,
  newOrder,
  type PlacedOrder,
  paymentRequest,
  withReservation,
} from "./new-order.ts";
import { confirmedOrder } from "./payment-steps.ts";
import { nextNumber, orderCreation, retryOrderOnConflict } from "./record.ts";
import type { Order } from "./schema.ts";
import { withStatuses } from "./statuses.ts";
import { orders } from "./table.ts";

const MAX_ATTEMPTS = 12;
const BUYER_BUDGET: Budget = [120, HOUR];

/**
 * Turns a cart into an order in one transaction, and opens its payment page afterwards. For a cart that was ordered
 * before, it returns that order.
 */
export async function checkoutCart(ctx: Context, at: CartKey, input: CheckoutCart): Promise<PlacedOrder> {
  const spent =
    ctx.actor.kind === "visitor" ? spendBudget(ctx, "checkouts", ctx.actor.id, BUYER_BUDGET) : undefined;
  const open = async () => {
    const [opened] = await sideBySide([openCart(ctx, at), spent]);
    return opened;
  };
  return orderCart(ctx, at, open, input);
}

export interface CartToOrder {
  shop: Shop;
  cart: Stored<Cart>;
  /** Whether the cart is stored only with its order. */
  isNew?: boolean;
}

/**
 * Orders a cart that its caller may order.
 *
 * @param open reads the cart; `again` after a conflict
 */
export async function orderCart(
  ctx: Context,
  at: CartKey,
  open: (again: boolean) => Promise<CartToOrder>,
  input: CheckoutCart,
  customerId?: string | null,
): Promise<PlacedOrder> {
  const id = newId("order", ctx.clock());
  const requestNumber = memoizeSuccess(() => nextNumber(ctx, at.storeId, "order"));
  return retryOrderOnConflict(async (again) => {
    const { shop, cart, isNew } = await open(again);
    if (cart.converted_order_id === id) return { store_id: at.storeId, order_id: id, again: false };
    if (cart.status === "converted") return checkoutAgain(ctx, shop, cart, input);
    if (cart.status === "expired") throw ORDER.FAILED_CREATE({ message: "the cart has expired" });
    const method = input.payment_method_key || input.payment_method_id || cart.payment_method_key;
    const wanted: Stored<Cart> = { ...cart, payment_method_key: method };
    // Requested in parallel with the reads to save a round trip; a refused checkout leaves its number unused.
    const pending = requestNumber();
    pending.catch(() => undefined);
    const judged = await evaluate(ctx, shop, wanted);
    if (isNew && cart.contact_id && !judged.contact) throw contactNotFound();
    await checkShownPrices(cart, judged, input, principalOf(ctx));
    const email = emailOf(wanted, judged, input);
    const [number, marks] = await sideBySide([pending, markOrdered(ctx, uncountedIn(judged, at.storeId))]);
    const accountId = ctx.actor.kind === "person" ? ctx.actor.id : null;
    const checkedUrl = (field: string, url: string | null | undefined) =>
      checkReturnUrl(shop.business, field, url, { order_id: id }) || null;
    const begun: NewOrderFields = {
      id,
      number,
      accountId: cart.origin === "admin" ? (cart.created_by_account_id ?? accountId) : accountId,
      email,
      customerId: customerId ?? (await customerIdOf(at.storeId, { contact: judged.contact, email })),
      consents: input.consents ?? [],
      returnUrl: checkedUrl("return_url", input.return_url),
      cancelUrl: checkedUrl("cancel_url", input.cancel_url),
    };
    const order = newOrder(ctx, wanted, judged, begun);
    const placed: PlacedOrder = { store_id: at.storeId, order_id: id, again: false };
    return commitCheckout(ctx, { cart, isNew, judged, order, marks, business: shop.business }, placed);
  });
}

function memoizeSuccess<A>(ask: () => Promise<A>): () => Promise<A> {
  let pending: Promise<A> | undefined;
  return () => {
    pending ??= ask().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}

// If stock is short, releases expired holds and evaluates the cart again.
async function evaluate(ctx: Context, shop: Shop, cart: Cart): Promise<EvaluatedCart> {
  let released = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && released < MAX_RELEASED; attempt++) {
    const judged = await evaluateCart(ctx, shop, cart);
    checkOrderable(cart, judged, shop);
    const short = shortUnits(judged);
    if (short.length === 0) return judged;
    const variants = short.flatMap(({ line }) => (line.type === "product" ? [line.variant_id] : []));
    const { found, freed } = await releaseExpiredHolds(ctx, cart.store_id, new Set(variants));
    released += freed;
    if (found === 0) break;
  }
  return checkStock(ctx, shop, cart);
}

async function checkStock(ctx: Context, shop: Shop, cart: Cart): Promise<EvaluatedCart> {
  const judged = await evaluateCart(ctx, shop, cart);
  checkOrderable(cart, judged, shop);
  const short = shortUnits(judged);
  if (short.length > 0) throw stockError(short, namingLanguages(cart.languages, shop.business));
  return judged;
}

interface CheckoutCommit extends Pick<CartToOrder, "cart" | "isNew"> {
  judged: EvaluatedCart;
  order: Order;
  marks: Write[];
  business: Parameters<typeof beginPayment>[1];
}

async function commitCheckout(
  ctx: Context,
  { cart, isNew = false, judged, order, marks, business }: CheckoutCommit,
  placed: PlacedOrder,
): Promise<PlacedOrder> {
  const payment = await startPayment(ctx, business, order);
  const until = payment?.holdUntil ?? null;
  const calendar = judged.calendar?.();
  const { reservation, writes: booking = [] } = calendar
    ? bookAppointments(ctx, judged, order, { calendar, until })
    : {};
  const linkedOrder = withReservation(order, reservation);
  const { order: finalOrder, moves } = payment
    ? { order: pendingOrder(linkedOrder, payment), moves: [] }
    : confirmedOrder(ctx, orders.made(linkedOrder), {}, reservation?.isApprovalRequired ?? false);
  const reserveMoves = judged.units.flatMap(({ allocations }) => allocations.map(reserve));
  const counted = await addOrderCashHolds(ctx, business, judged, finalOrder);
  await transact(
    ctx,
    [
      ...orderCreation(
        ctx,
        counted.order,
        payment ? ["order.created"] : ["order.created", "order.confirmed"],
      ),
      // Deleting or merging a contact ends its stored carts, and this one is stored only now.
      ...(isNew && judged.contact ? [checkContactUnchanged(judged.contact)] : []),
      ...cartConversion(ctx, cart, order.id, { isBought: payment === undefined, isNew }),
      ...stockWrites(ctx, order.store_id, [...reserveMoves, ...moves]),
      ...marks,
      ...booking,
      ...redemption(ctx, judged, finalOrder),
      ...(payment?.writes ?? [checkTenantNotDeleted(order.store_id)]),
      ...counted.writes,
    ],
    placed,
  );
  return { ...placed, made: { order: counted.order, attempt: payment?.attempt } };
}

function uncountedIn({ units }: EvaluatedCart, store_id: string) {
  return units.flatMap(({ allocations }) =>
    allocations
      .filter(({ counted }) => !counted)
      .map(({ product_id, variant_id }) => ({ store_id, product_id, variant_id })),
  );
}

async function startPayment(
  ctx: Context,
  business: CheckoutCommit["business"],
  order: Order,
): Promise<PreparedPayment | undefined> {
  if (order.payment.type !== "credit_card") return undefined;
  return beginPayment(ctx, business, paymentRequest(order, business));
}

function pendingOrder(order: Order, { payment: page, holdUntil }: PreparedPayment): Order {
  const { id, provider, status, test } = page;
  const payment = { ...order.payment, id, provider, status, test };
  return withStatuses({ ...order, payment, hold_ends_at: holdUntil });
}

function emailOf(cart: Cart, { contact }: EvaluatedCart, { email }: CheckoutCart): string {
  const own = contact?.verified ? contact.email : undefined;
  const found =
    email ??
    own ??
    contact?.email ??
    cart.billing_address?.email ??
    cart.shipping_address?.email ??
    undefined;
  if (found) return sameAddress.key(found);
  throw invalidField("email", "is needed: in the body, or in one of the addresses", "FIELD.REQUIRED_MISSING");
}

function redemption(ctx: Context, { promo, contact }: EvaluatedCart, order: Order) {
  if (!promo) return [];
  const subject = (contact?.verified ? contact.email : null) ?? order.email;
  if (!subject && countsByPerson(promo)) throw ORDER.FAILED_CREATE({ message: "the code needs an address" });
  return redeemPromoCode(ctx, promo, subject ?? order.id, order.id);
}
