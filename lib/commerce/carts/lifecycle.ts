import { lifecycle, type Of, refuses, stays, to, when } from "#core/lifecycle.ts";
import { DAY } from "#core/seconds.ts";
import { CART } from "./errors.ts";
import { CART_STATUSES, type Cart } from "./schema.ts";

type Status = Cart["status"];

interface Whole {
  cart: Cart;
}

interface At {
  now: number;
}

type Happening =
  /** Somebody does something with it; without more it is forgotten after so many seconds. */
  | ({ is: "be changed"; abandonedAfter: number } & At)
  | ({ is: "be ordered"; orderId: string; isBought: boolean } & At)
  /** Its order is certain. */
  | { is: "be bought"; orderId: string }
  /** Its order came to nothing. */
  | ({ is: "lose its order"; orderId: string; abandonedAfter: number } & At)
  /** Its lines went into another cart. */
  | ({ is: "be joined"; into: string } & At)
  | ({ is: "come due" } & At);
type On<E extends Happening["is"]> = Of<Happening, E>;

interface Outcome<S extends Status = Status> {
  record: Cart & { status: S };
}

const ordered = refuses(CART.INVALID_STATUS, () =>
  CART.INVALID_STATUS({ message: "this cart has been ordered" }),
);
const expired = refuses(CART.INVALID_STATUS, () =>
  CART.INVALID_STATUS({ message: "this cart has expired: begin another one" }),
);

/** The life of a cart. */
export const cartLife = lifecycle<{
  state: Status;
  whole: Whole;
  happening: Happening;
  outcome: Outcome;
}>({
  name: "cart",
  states: CART_STATUSES,
  begins: ["active"],
  stateOf: ({ cart }) => cart.status,
  rests: ({ cart }) => ({ record: cart }),
  table: {
    "be changed": { ...when(["active", "abandoned"], to(["active"], changed)), converted: ordered, expired },
    "be ordered": {
      // One whose order is revived may have expired meanwhile.
      ...when(["active", "abandoned", "expired"], to(["converted"], converted)),
      converted: ordered,
    },
    "be bought": {
      converted: to(["converted"], bought),
      ...when(["active", "abandoned", "expired"], stays),
    },
    "lose its order": {
      converted: to(["converted", "active"], reopened),
      ...when(["active", "abandoned", "expired"], stays),
    },
    "be joined": {
      ...when(["active", "abandoned"], to(["converted"], joined)),
      converted: ordered,
      expired,
    },
    "come due": {
      active: to(["active", "abandoned", "expired"], forgotten),
      abandoned: to(["abandoned", "expired"], givenUp("abandoned")),
      ...when(["converted", "expired"], stays),
    },
  },
});

/** Seconds without a change after which a cart is expired. */
const EXPIRES_AFTER = 30 * DAY;

/** When the minute tick has something to do: a cart that is forgotten, and later one that is given up. */
export function dueOf({ status, abandons_at, last_action_at }: Cart): number | null {
  if (status === "active") return abandons_at;
  return status === "abandoned" ? last_action_at + EXPIRES_AFTER : null;
}

function changed({ cart }: Whole, { abandonedAfter, now }: On<"be changed">): Outcome<"active"> {
  const times = {
    abandoned_at: null,
    last_action_at: now,
    abandons_at: now + abandonedAfter,
    updated_at: now,
  };
  return { record: { ...cart, ...times, status: "active" } };
}

function converted({ cart }: Whole, { orderId, isBought, now }: On<"be ordered">): Outcome<"converted"> {
  const moments = { begun_at: begunAt(cart) ?? now, checkout_at: cart.checkout_at ?? now };
  const order = { converted_order_id: orderId, is_bought: isBought, ...moments };
  return { record: { ...cart, ...order, status: "converted", updated_at: now } };
}

function isOf({ cart }: Whole, { orderId }: { orderId: string }): boolean {
  return cart.converted_order_id === orderId && !cart.is_bought;
}

function bought(whole: Whole, order: On<"be bought">): Outcome<"converted"> {
  const { cart } = whole;
  return { record: { ...cart, status: "converted", is_bought: cart.is_bought || isOf(whole, order) } };
}

function reopened(whole: Whole, order: On<"lose its order">): Outcome<"converted" | "active"> {
  if (!isOf(whole, order)) return { record: { ...whole.cart, status: "converted" } };
  const { record } = changed(whole, { ...order, is: "be changed" });
  return { record: { ...record, converted_order_id: null, is_bought: false } };
}

function joined({ cart }: Whole, { into, now }: On<"be joined">): Outcome<"converted"> {
  const other = { is_bought: true, merged_into_cart_id: into };
  return { record: { ...cart, ...other, status: "converted", updated_at: now } };
}

function forgotten(whole: Whole, at: At): Outcome<"active" | "abandoned" | "expired"> {
  const { cart } = whole;
  if (cart.abandons_at > at.now) return { record: { ...cart, status: "active" } };
  if (cart.last_action_at + EXPIRES_AFTER <= at.now) return givenUp("active")(whole, at);
  return { record: { ...cart, status: "abandoned", abandoned_at: at.now, updated_at: at.now } };
}

function givenUp<S extends Status>(status: S) {
  return ({ cart }: Whole, { now }: At): Outcome<S | "expired"> =>
    cart.last_action_at + EXPIRES_AFTER > now
      ? { record: { ...cart, status } }
      : { record: { ...cart, status: "expired", updated_at: now } };
}

/** A cart with when it had its first line, and when its buyer first went about buying it: none is ever taken back. */
export function withMoments<T extends Cart>(cart: T, now: number): T {
  const { items, shipping_address, billing_address, shipping_method_id, payment_method_key } = cart;
  const isAsked = [shipping_address, billing_address, shipping_method_id, payment_method_key].some(Boolean);
  return {
    ...cart,
    begun_at: begunAt(cart) ?? (items.length > 0 ? now : null),
    checkout_at: cart.checkout_at ?? (isAsked ? now : null),
  };
}

/**
 * When its visitor gave a cart its first line: null for one that got the lines of another, until something is done with it.
 * Of one from before that was kept, it is when it was made.
 */
export function begunAt({ begun_at, items, created_at }: Pick<Cart, "begun_at" | "items" | "created_at">) {
  return begun_at === undefined && items.length > 0 ? created_at : (begun_at ?? null);
}
