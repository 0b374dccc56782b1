import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Of } from "#core/lifecycle.ts";
import type { Reservation } from "#lib/booking/reservations/schema.ts";
import type { Move } from "#lib/commerce/inventory/moves.ts";
import type { Given } from "#lib/money/payments/giving-back.ts";
import type { Intent } from "#lib/money/payments/intent-schema.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import type { News } from "./books.ts";
import type { OrderEvent } from "./events.ts";
import type { RefundMade } from "./refund-view-schema.ts";
import type { RefundOrder } from "./request-schema.ts";
import type { Order, OrderItem, OrderStatus, Shipment } from "./schema.ts";

/** What decides about an order, read by whoever drives it. */
export interface Whole {
  order: Stored<Order>;
  payment: Stored<Payment> | undefined;
  reservation: Stored<Reservation> | undefined;
}

interface By {
  /** Who does it, and when: nothing is read or written by it. */
  by: Context;
}

/** With the writes that its appointments are held or made certain by. */
interface Timed {
  times: readonly Write[];
}

interface Paid {
  payment: Stored<Payment>;
  news: News;
}

export type Units = ReadonlyMap<string, number>;

export type Happening =
  /** Money is on its way. */
  | ({ is: "be under way"; payment: Stored<Payment> } & By & Timed)
  | ({ is: "be asked after" } & By)
  | ({ is: "be declined"; payment: Stored<Payment> } & By)
  | ({ is: "have another page"; page: Page } & By & Timed)
  /** Its hold ends, without money; or its buyer changes the cart. */
  | ({ is: "run out" | "go back to its cart" } & By)
  /** Money that was on its way did not come, or came when its appointments were gone. */
  | ({ is: "come to nothing"; why: "hold_ended" | "payment_failed" } & By)
  /** Staff take it without its money. */
  | ({ is: "be confirmed" } & By & Timed)
  /** With what it takes anew if its hold had ended, where all of that is to be had. */
  | ({ is: "be paid"; receipt: string | null; again?: Again | undefined } & By & Timed & Paid)
  | ({ is: "be paid in cash"; receipt: string | null } & By)
  /** Units of lines, or all that was not sent. */
  | ({ is: "be cancelled"; units: Units | undefined; reason: string | null; goes: Given } & By)
  | ({ is: "be refunded"; asked: RefundOrder; intent?: Intent | undefined; returnId?: string } & By)
  /** Its payment says that money has gone back, or comes back. */
  | ({ is: "be told of a refund" } & By & Paid)
  | ({ is: "be sent"; lines: Lines; parcel: Omit<Shipment, "lines">; bySelf: boolean } & By)
  /** A label was refused or given back: its goods are in the house again. */
  | ({ is: "get a parcel back"; parcel: Shipment; why: "label_refused" | "label_given_back" } & By)
  | ({ is: "follow its appointments"; reservation: Stored<Reservation> } & By);
export type On<E extends Happening["is"]> = Of<Happening, E>;

export type Lines = readonly { order_item_id: string; quantity: number }[];

interface Page {
  status: Payment["status"];
  until: number;
  return_url: string | null;
  cancel_url: string | null;
}

/** What an order takes anew whose hold had ended. */
export interface Again {
  items: OrderItem[];
  times: readonly Write[];
}

export interface Outcome<S extends OrderStatus = OrderStatus> {
  record: Stored<Order> & { status: S };
  events?: readonly OrderEvent[];
  /** Of the stock. */
  moves?: Move[];
  /** Parts of its reservation that are free again; all of them with how the reservation ends. */
  frees?: { parts: ReadonlySet<string> } | { all: "FAILED" | "CANCELLED" };
  /** What happens to its cart. */
  cart?: "be bought" | "be ordered" | "lose its order";
  /** Whether the use of its promo code goes back. */
  givesCodeBack?: boolean;
  /** Whether it is written whatever its size: its payment says so. */
  isSaid?: boolean;
  /** Of its appointments and its payment. */
  writes?: readonly Write[];
  /** The payment with what of its money is set aside. */
  payment?: Stored<Payment>;
  /** Where money that was asked back is given from. */
  refunded?: RefundMade["sources"];
}
