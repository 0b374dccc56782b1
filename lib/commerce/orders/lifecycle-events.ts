import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { EventOf } from "#core/lifecycle.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import type { StockMove } from "#lib/commerce/inventory/stock-moves.ts";
import type { Intent } from "#lib/money/payments/intent-schema.ts";
import type { RefundScope } from "#lib/money/payments/refund-permission.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import type { PaymentChange } from "./books.ts";
import type { OrderEvent } from "./events.ts";
import type { RefundResult } from "./refund-view-schema.ts";
import type { RefundOrder } from "./request-schema.ts";
import type { Order, OrderItem, OrderStatus, Shipment } from "./schema.ts";

/** An order with everything that decides about its transitions. */
export interface OrderSnapshot {
  order: Stored<Order>;
  payment: Stored<Payment> | undefined;
  reservation: Stored<Reservation> | undefined;
}

interface Actor {
  /** Tells who causes the event, and when. Transitions must not read or write records with it. */
  by: Context;
}

/** The writes that hold or confirm the appointments. */
interface WithTimes {
  times: readonly Write[];
}

interface WithPayment {
  payment: Stored<Payment>;
  news: PaymentChange;
}

export type Units = ReadonlyMap<string, number>;

export type LifecycleEvent =
  | ({ type: "payment authorized"; payment: Stored<Payment> } & Actor & WithTimes)
  | ({ type: "payment checked" } & Actor)
  | ({ type: "payment declined"; payment: Stored<Payment> } & Actor)
  | ({ type: "payment page renewed"; page: Page } & Actor & WithTimes)
  | ({ type: "hold expired" | "returned to cart" } & Actor)
  /** The pending payment failed, or the money came when the appointments' times were already taken. */
  | ({ type: "payment failed"; why: "hold_ended" | "payment_failed" } & Actor)
  | ({ type: "confirmed by staff" } & Actor & WithTimes)
  /** `again` is what the order reserves again if its hold had ended and everything is available. */
  | ({ type: "payment received"; receipt: string | null; again?: NewAllocation | undefined } & Actor &
      WithTimes &
      WithPayment)
  | ({ type: "cash received"; receipt: string | null } & Actor)
  /** Without `units`, all units that were not sent. */
  | ({ type: "cancelled"; units: Units | undefined; reason: string | null; goes: RefundScope } & Actor)
  | ({ type: "refund requested"; asked: RefundOrder; intent?: Intent | undefined; returnId?: string } & Actor)
  | ({ type: "refund reported" } & Actor & WithPayment)
  | ({ type: "parcel sent"; lines: Lines; parcel: Omit<Shipment, "lines">; bySelf: boolean } & Actor)
  /** The label was refused or refunded, so its goods are reserved again and can be sent with another label. */
  | ({ type: "parcel returned"; parcel: Shipment; why: "label_refused" | "label_given_back" } & Actor)
  | ({ type: "appointments changed"; reservation: Stored<Reservation> } & Actor);
export type Event<E extends LifecycleEvent["type"]> = EventOf<LifecycleEvent, E>;

export type Lines = readonly { order_item_id: string; quantity: number }[];

interface Page {
  status: Payment["status"];
  until: number;
  return_url: string | null;
  cancel_url: string | null;
}

/** What an order reserves again if its payment comes after its hold has ended. */
export interface NewAllocation {
  items: OrderItem[];
  times: readonly Write[];
}

export interface Outcome<S extends OrderStatus = OrderStatus> {
  record: Stored<Order> & { status: S };
  events?: readonly OrderEvent[];
  moves?: StockMove[];
  /** Which parts of the order's reservation are released; `all` is the status with which all of it ends. */
  frees?: { parts: ReadonlySet<string> } | { all: "FAILED" | "CANCELLED" };
  /** The event that the order's cart gets. */
  cart?: "order finalized" | "order placed" | "order failed";
  /** Whether the promo code's use by the order no longer counts. */
  givesCodeBack?: boolean;
  /** Whether the order is written even if it is too large, because its payment must be recorded. */
  allowsAnySize?: boolean;
  /** Further writes, for the order's appointments and payment. */
  writes?: readonly Write[];
  /** The payment with its reserved refunds. */
  payment?: Stored<Payment>;
  /** Sources of a requested refund. */
  refunded?: RefundResult["sources"];
}
