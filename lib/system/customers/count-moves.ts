import type { Context } from "#core/context.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { rowsReading } from "#core/rows/read.ts";
import { contactCartsPartition } from "#lib/commerce/carts/record.ts";
import type { MergedRecords } from "#lib/tenancy/visitors/merge-schema.ts";
import type { Contact } from "#lib/tenancy/visitors/schema.ts";
import { CUSTOMER_INDEX } from "./definition.ts";
import { walkCustomerRecords } from "./lists.ts";
import type { RecordKind } from "./timeline-schema.ts";

/** Most index rows of a customer that are read for one answer. A record may have several. */
const MAX_ROWS = 2000;

/** Counts the records that a merge of a contact would move. It reads a limited number of index rows. */
export async function countMoves(
  ctx: Context,
  { store_id, id, is_card }: Pick<Contact, "store_id" | "id" | "is_card">,
): Promise<MergedRecords> {
  const reading = await rowsReading(store_id, CUSTOMER_INDEX, ctx.now());
  const found = new Map<string, string>();
  const walk = reading && walkCustomerRecords(reading, id, !is_card);
  for (let looked = 0; walk && looked < MAX_ROWS; looked++) {
    const row = await walk.next();
    if (!row) break;
    found.set(row.of, row.terms[0] ?? "");
  }
  const count = (kind: RecordKind) => [...found.values()].filter((one) => one === kind).length;
  const carts = is_card
    ? []
    : (await queryItems(contactCartsPartition(store_id, id), { index: "child_created" })).items;
  return {
    orders: count("order"),
    carts: carts.length,
    reservations: count("reservation"),
    conversations: count("conversation"),
    submissions: count("submission"),
    subscriptions: count("subscription"),
  };
}
