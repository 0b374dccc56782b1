import { spanText } from "#core/texts/format.ts";
import type { Language } from "#core/texts/language.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import type { OrderItem } from "./schema.ts";
import { orderTexts } from "./texts.ts";

/** A line of an order as people read it: how many of what, when in the store's time, and what of it is cancelled. */
export function lineText(
  language: Language,
  { timezone }: Pick<Business, "timezone">,
  item: Pick<OrderItem, "quantity" | "cancelled_quantity" | "snapshot" | "from" | "to">,
): string {
  const { quantity, cancelled_quantity, snapshot, from, to } = item;
  const { cancelled } = orderTexts(language).rows;
  const gone = cancelled_quantity > 0 ? ` ${cancelled(cancelled_quantity)}` : "";
  const when = from === null ? "" : `, ${spanText(language, from, to ?? from, timezone)}`;
  return `${quantity} × ${snapshot.name}${when}${gone}`;
}
