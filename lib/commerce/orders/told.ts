import type { Order } from "./schema.ts";
import { shownOf } from "./shown.ts";

/**
 * An order as its buyer, an event and a webhook are told of it, but for its version, which the write that tells of it
 * makes. Which of the store's people did what, and the words that they wrote about it, are the store's own.
 */
export function toldOrder(order: Order) {
  const history = order.history.map((line) =>
    line.actor.type === "person"
      ? { ...line, reason: null, actor: { ...line.actor, id: "" } }
      : { ...line, actor: { ...line.actor, id: line.actor.type === "visitor" ? line.actor.id : "" } },
  );
  const open = new Set(history.map(({ reason }) => reason));
  const told = (reason: string | null) => (open.has(reason) ? reason : null);
  const shown = shownOf(order);
  return {
    ...order,
    ...shown,
    history,
    items: shown.items.map((item) => ({
      ...item,
      status: { ...item.status, reason: told(item.status.reason) },
    })),
    returns: order.returns.map((each) => ({ ...each, reason: told(each.reason) })),
  };
}
