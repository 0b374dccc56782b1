import { type EventOf, ignored, inStates, lifecycle, movesTo, refuses } from "#core/lifecycle.ts";
import { DAY } from "#core/seconds.ts";
import { CART } from "./errors.ts";
import { CART_STATUSES, type Cart } from "./schema.ts";

type Status = Cart["status"];

interface CartSnapshot {
  cart: Cart;
}

interface WithTime {
  now: number;
}

type LifecycleEvent =
  /** `abandonedAfter`: seconds without another change after which the cart is abandoned. */
  | ({ type: "changed"; abandonedAfter: number } & WithTime)
  | ({ type: "order placed"; orderId: string; isBought: boolean } & WithTime)
  /** The order is final, so it never returns to the cart. */
  | { type: "order finalized"; orderId: string }
  | ({ type: "order failed"; orderId: string; abandonedAfter: number } & WithTime)
  | ({ type: "merged into another cart"; into: string } & WithTime)
  | ({ type: "became due" } & WithTime);
type Event<E extends LifecycleEvent["type"]> = EventOf<LifecycleEvent, E>;

interface Outcome<S extends Status = Status> {
  record: Cart & { status: S };
}

const refuseAsOrdered = refuses(CART.INVALID_STATUS, () =>
  CART.INVALID_STATUS({ message: "this cart has been ordered" }),
);
const refuseAsExpired = refuses(CART.INVALID_STATUS, () =>
  CART.INVALID_STATUS({ message: "this cart has expired: begin another one" }),
);

export const cartLife = lifecycle<{
  state: Status;
  snapshot: CartSnapshot;
  event: LifecycleEvent;
  outcome: Outcome;
}>({
  name: "cart",
  states: CART_STATUSES,
  // An order of staff is created together with its cart.
  initial: ["active", "converted"],
  stateOf: ({ cart }) => cart.status,
  unchanged: ({ cart }) => ({ record: cart }),
  table: {
    changed: {
      ...inStates(["active", "abandoned"], movesTo(["active"], recordActivity)),
      converted: refuseAsOrdered,
      expired: refuseAsExpired,
    },
    "order placed": {
      // The cart may have expired before its order is reinstated.
      ...inStates(["active", "abandoned", "expired"], movesTo(["converted"], convert)),
      converted: refuseAsOrdered,
    },
    "order finalized": {
      converted: movesTo(["converted"], finalizeOrder),
      ...inStates(["active", "abandoned", "expired"], ignored),
    },
    "order failed": {
      converted: movesTo(["converted", "active"], reopen),
      ...inStates(["active", "abandoned", "expired"], ignored),
    },
    "merged into another cart": {
      ...inStates(["active", "abandoned"], movesTo(["converted"], mergeInto)),
      converted: refuseAsOrdered,
      expired: refuseAsExpired,
    },
    "became due": {
      active: movesTo(["active", "abandoned", "expired"], abandonOrExpire),
      abandoned: movesTo(["abandoned", "expired"], expireIfIdle("abandoned")),
      ...inStates(["converted", "expired"], ignored),
    },
  },
});

/** Seconds without a change after which a cart expires. */
const EXPIRY_SECONDS = 30 * DAY;

/** When the due worker must abandon a cart, and later expire it. */
export function dueOf({ status, abandons_at, last_action_at }: Cart): number | null {
  if (status === "active") return abandons_at;
  return status === "abandoned" ? last_action_at + EXPIRY_SECONDS : null;
}

function recordActivity(
  { cart }: CartSnapshot,
  { abandonedAfter, now }: Event<"changed">,
): Outcome<"active"> {
  const times = {
    abandoned_at: null,
    last_action_at: now,
    abandons_at: now + abandonedAfter,
    updated_at: now,
  };
  return { record: { ...cart, ...times, status: "active" } };
}

function convert(
  { cart }: CartSnapshot,
  { orderId, isBought, now }: Event<"order placed">,
): Outcome<"converted"> {
  const times = { begun_at: begunAt(cart) ?? now, checkout_at: cart.checkout_at ?? now };
  const order = { converted_order_id: orderId, is_bought: isBought, ...times };
  return { record: { ...cart, ...order, status: "converted", updated_at: now } };
}

function isOrderOfCart({ cart }: CartSnapshot, { orderId }: { orderId: string }): boolean {
  return cart.converted_order_id === orderId && !cart.is_bought;
}

function finalizeOrder(snapshot: CartSnapshot, order: Event<"order finalized">): Outcome<"converted"> {
  const { cart } = snapshot;
  return {
    record: { ...cart, status: "converted", is_bought: cart.is_bought || isOrderOfCart(snapshot, order) },
  };
}

function reopen(snapshot: CartSnapshot, order: Event<"order failed">): Outcome<"converted" | "active"> {
  if (!isOrderOfCart(snapshot, order)) return { record: { ...snapshot.cart, status: "converted" } };
  const { record } = recordActivity(snapshot, { ...order, type: "changed" });
  return { record: { ...record, converted_order_id: null, is_bought: false } };
}

function mergeInto(
  { cart }: CartSnapshot,
  { into, now }: Event<"merged into another cart">,
): Outcome<"converted"> {
  const other = { is_bought: true, merged_into_cart_id: into };
  return { record: { ...cart, ...other, status: "converted", updated_at: now } };
}

function abandonOrExpire(snapshot: CartSnapshot, at: WithTime): Outcome<"active" | "abandoned" | "expired"> {
  const { cart } = snapshot;
  if (cart.abandons_at > at.now) return { record: { ...cart, status: "active" } };
  if (cart.last_action_at + EXPIRY_SECONDS <= at.now) return expireIfIdle("active")(snapshot, at);
  return { record: { ...cart, status: "abandoned", abandoned_at: at.now, updated_at: at.now } };
}

function expireIfIdle<S extends Status>(status: S) {
  return ({ cart }: CartSnapshot, { now }: WithTime): Outcome<S | "expired"> =>
    cart.last_action_at + EXPIRY_SECONDS > now
      ? { record: { ...cart, status } }
      : { record: { ...cart, status: "expired", updated_at: now } };
}

/** Sets when a cart got its first line and when its checkout began, each once. */
export function withStartTimes<T extends Cart>(cart: T, now: number): T {
  const { items, shipping_address, billing_address, shipping_method_id, payment_method_key } = cart;
  const isBegun = [shipping_address, billing_address, shipping_method_id, payment_method_key].some(Boolean);
  return {
    ...cart,
    begun_at: begunAt(cart) ?? (items.length > 0 ? now : null),
    checkout_at: cart.checkout_at ?? (isBegun ? now : null),
  };
}

/**
 * When a cart got its first line from its visitor; null for copied lines until a first change. A cart from before
 * `begun_at` was stored counts from its creation.
 */
export function begunAt({ begun_at, items, created_at }: Pick<Cart, "begun_at" | "items" | "created_at">) {
  return begun_at === undefined && items.length > 0 ? created_at : (begun_at ?? null);
}
