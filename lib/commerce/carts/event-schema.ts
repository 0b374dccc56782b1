import * as z from "zod";
import { withheldField } from "#core/view-schema.ts";
import { AddressView } from "#lib/money/markets/address-schema.ts";
import { Cart, CartItemSlotView, ProductLine, ServiceLine } from "./schema.ts";

const ProductLineEvent = ProductLine.pick({
  type: true,
  id: true,
  product_id: true,
  variant_id: true,
  quantity: true,
  price: true,
});
const ServiceLineEvent = ServiceLine.pick({
  type: true,
  id: true,
  service_id: true,
  provider_id: true,
}).extend({ slots: z.array(CartItemSlotView), forms: z.array(z.never()) });

/** Events of a cart contain neither its token nor what its visitor typed. */
export const CartEvent = Cart.pick({
  id: true,
  store_id: true,
  contact_id: true,
  status: true,
  origin: true,
  market: true,
  promo_code: true,
  payment_method_key: true,
  shipping_method_id: true,
  converted_order_id: true,
  merged_into_cart_id: true,
  last_action_at: true,
  abandoned_at: true,
  recovery_sent_at: true,
  created_at: true,
  updated_at: true,
}).extend({
  created_by_account_id: withheldField(Cart.shape.created_by_account_id),
  items: z.array(z.discriminatedUnion("type", [ProductLineEvent, ServiceLineEvent])),
  shipping_address: withheldField(AddressView.nullable()),
  billing_address: withheldField(AddressView.nullable()),
  forms: z.array(z.never()),
  item_count: z.int(),
});
export type CartEvent = z.output<typeof CartEvent>;
