import * as z from "zod";
import { page } from "#core/http/page.ts";
import { recordVersion, withheldField } from "#core/view-schema.ts";
import { ItemAmountsView, ItemSnapshotView, ShippingLineView } from "#lib/commerce/carts/quote-schema.ts";
import { FilledFormView } from "#lib/commerce/carts/schema.ts";
import { AddressView } from "#lib/money/markets/address-schema.ts";
import { TotalsView } from "#lib/money/money/totals-schema.ts";
import { OrderNoteView } from "./annotation-schema.ts";
import { Actor, ItemQuantity, OrderPayment, OrderRefund, PaymentEntry, RefundLine } from "./books-schema.ts";
import {
  CHANNELS,
  HeldStock,
  HistoryEntry,
  ItemStatus,
  ORDER_STATUSES,
  Order,
  OrderAttribution,
  OrderItem,
  OrderReturn,
  PAYMENT_STATUSES,
  Shipment,
  TO_DO,
  WriteOff,
} from "./schema.ts";

export const ItemQuantityView = ItemQuantity.pick({ order_item_id: true, quantity: true });

export const BuyerOrderItem = OrderItem.pick({
  id: true,
  line_id: true,
  type: true,
  product_id: true,
  variant_id: true,
  service_id: true,
  provider_id: true,
  reservation_id: true,
  part_id: true,
  from: true,
  to: true,
  quantity: true,
  cancelled_quantity: true,
  fulfilled_quantity: true,
  returned_quantity: true,
  refunded_quantity: true,
  unpaid_quantity: true,
  fulfillment_status: true,
}).extend({
  snapshot: ItemSnapshotView,
  status: ItemStatus.pick({ status: true, expires_at: true, reason: true }),
  money: ItemAmountsView,
});

export const BuyerRefund = OrderRefund.pick({
  id: true,
  amount: true,
  status: true,
  shipping: true,
  created_at: true,
}).extend({ lines: z.array(RefundLine.pick({ order_item_id: true, quantity: true, amount: true })) });

export const BuyerPayment = OrderPayment.pick({
  id: true,
  type: true,
  method_key: true,
  provider: true,
  status: true,
  amount: true,
  captured: true,
  refunded: true,
  refund_pending: true,
  currency: true,
  promo_code: true,
})
  .extend(TotalsView.shape)
  .extend({ refunds: z.array(BuyerRefund) });

export const BuyerShipment = Shipment.pick({
  id: true,
  order_id: true,
  carrier: true,
  service: true,
  tracking_number: true,
  tracking_url: true,
  status: true,
  created_at: true,
  updated_at: true,
}).extend({ lines: z.array(ItemQuantityView) });

export const BuyerReturn = OrderReturn.pick({
  id: true,
  status: true,
  reason: true,
  refund_id: true,
  created_at: true,
  updated_at: true,
}).extend({ lines: z.array(ItemQuantityView) });

export const HistoryEntryView = HistoryEntry.pick({ action: true, reason: true, timestamp: true }).extend({
  actor: Actor.pick({ type: true, id: true }),
});

/** The order as buyers, events and webhooks see it, without internals of the store. */
export const BuyerOrder = Order.pick({
  id: true,
  number: true,
  store_id: true,
  contact_id: true,
  source_cart_id: true,
  email: true,
  status: true,
  payment_status: true,
  fulfillment_status: true,
  reservation_ids: true,
  market: true,
  tax_inclusive: true,
  currency: true,
  subtotal: true,
  discount: true,
  shipping: true,
  tax: true,
  total: true,
  promo_code: true,
  receipt_number: true,
  created_at: true,
  updated_at: true,
}).extend({
  /** Hidden, because only the store may know which of its staff created the order. */
  account_id: withheldField(Order.shape.account_id),
  items: z.array(BuyerOrderItem),
  shipping_lines: z.array(ShippingLineView),
  money: TotalsView,
  payment: BuyerPayment,
  shipping_address: AddressView.nullable(),
  billing_address: AddressView.nullable(),
  forms: z.array(FilledFormView),
  shipments: z.array(BuyerShipment),
  returns: z.array(BuyerReturn),
  history: z.array(HistoryEntryView),
  version: recordVersion(),
});
export type BuyerOrder = z.output<typeof BuyerOrder>;
export const BuyerOrderPage = page(BuyerOrder);

export const HeldStockView = HeldStock.pick({
  product_id: true,
  variant_id: true,
  location_id: true,
  quantity: true,
  counted: true,
  reserved: true,
});
export const ShipmentView = BuyerShipment.extend(
  Shipment.pick({ location_id: true, rate_id: true, label_url: true, label_status: true }).shape,
).extend({ shipment_id: z.string() });

export const OrderItemView = BuyerOrderItem.extend({
  location_id: OrderItem.shape.location_id,
  allocations: z.array(HeldStockView),
});
export const OrderRefundView = BuyerRefund.extend(
  OrderRefund.pick({ refund_id: true, reason: true, desk: true, settled_at: true }).shape,
);
export const PaymentEntryView = PaymentEntry.pick({
  id: true,
  kind: true,
  source: true,
  amount: true,
  refund_id: true,
  reason: true,
  at: true,
}).extend({ actor: Actor.pick({ type: true, id: true }) });
export const OrderPaymentView = BuyerPayment.extend({
  refunds: z.array(OrderRefundView),
  entries: z.array(PaymentEntryView),
});
export const OrderReturnView = BuyerReturn.extend(OrderReturn.pick({ note: true }).shape);

export const OrderAttributionView = OrderAttribution.pick({
  country: true,
  source: true,
  is_first: true,
}).extend({
  channel: z.enum(CHANNELS),
});
export const WriteOffView = WriteOff.pick({ id: true, at: true, amount: true }).extend({
  lines: z.array(RefundLine.pick({ order_item_id: true, quantity: true, amount: true })),
});

/** Staff also see sources, labels, authors, reasons and the customer. */
export const OrderView = BuyerOrder.extend({
  account_id: Order.shape.account_id,
  customer_id: Order.shape.customer_id,
  customer_name: z.string().nullable(),
  tags: Order.shape.tags,
  notes: z.array(OrderNoteView),
  to_do: z.array(z.enum(TO_DO)),
  items: z.array(OrderItemView),
  payment: OrderPaymentView,
  shipments: z.array(ShipmentView),
  returns: z.array(OrderReturnView),
  channel: z.enum(CHANNELS),
  facts: OrderAttributionView,
  /** Whether it is a test order. */
  test: z.boolean(),
  sold_at: z.int().nullable(),
  collected_at: z.int().nullable(),
  cancelled_at: z.int().nullable(),
  write_offs: z.array(WriteOffView),
});
export type OrderView = z.output<typeof OrderView>;
export const OrderPage = page(OrderView).extend({
  count: z.object({ value: z.int(), exact: z.boolean() }).optional(),
  /** Whether the filters, the search and the sort know all orders of the store. */
  complete: z.boolean(),
});

export const PaymentAction = z.object({
  type: z.enum(["none", "redirect"]),
  url: z.string().nullable(),
  expires_at: z.int().nullable(),
});

/** Answer of a checkout, and of a later read of the payment. */
export const CheckoutResult = z.object({
  order_id: z.string(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES),
  total: z.int(),
  currency: z.string(),
  payment_action: PaymentAction,
  checkoutUrl: z.string().nullable(),
  paymentUrl: z.string().nullable(),
  payment: BuyerPayment,
});
export type CheckoutResult = z.output<typeof CheckoutResult>;
