import type { Order } from "./schema.ts";

/** What an order shows, but for its version, which the write that tells of it makes. */
export function toldOrder(order: Order) {
  const {
    tend_at: _tend,
    hold_ends_at: _hold,
    return_url: _return,
    cancel_url: _cancel,
    language: _language,
    ...view
  } = order;
  return view;
}
