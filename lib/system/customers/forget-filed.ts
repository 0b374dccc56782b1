// Records of a deleted customer are deleted too, or stay without personal data.

import { continueCascade } from "#core/cascade.ts";
import type { Context } from "#core/context.ts";
import { MAX_RUN_MS } from "#core/dynamo/sweep.ts";
import type { BodyOf } from "#core/queue/message.ts";
import { rowsReading } from "#core/rows/read.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { isCardId } from "#lib/tenancy/visitors/card-id.ts";
import { ForgetFiled } from "#lib/tenancy/visitors/messages.ts";
import { cardDeletedAt } from "#lib/tenancy/visitors/withdrawn-addresses.ts";
import { CUSTOMER_INDEX } from "./definition.ts";
import { readIndexActions } from "./index-actions.ts";
import { nextRecordNames, walkCustomerRecords } from "./lists.ts";

/** Records changed concurrently. */
const CONCURRENCY = 8;

/**
 * Deletes what a deleted contact sent, and anonymizes its orders and bookings. Safe to interrupt and to
 * repeat.
 */
export async function forgetFiled(
  ctx: Context,
  message: BodyOf<typeof ForgetFiled>,
  patience = MAX_RUN_MS,
): Promise<void> {
  const { tenant_id: storeId, record_id: id } = message;
  const until = Date.now() + patience;
  // A card that was not deleted but lost its last visit leaves the rest to the next card of its address.
  const latest = isCardId(id) ? ((await cardDeletedAt(storeId, id)) ?? 0) : Number.POSITIVE_INFINITY;
  const forget = async (names: readonly string[]) => {
    const found = (await readIndexActions(storeId, names)).filter(({ made_at }) => made_at <= latest);
    for (let at = 0; at < found.length; at += CONCURRENCY)
      await sideBySide(found.slice(at, at + CONCURRENCY).map((record) => record.forget(ctx, id)));
  };
  await forget(message.records ?? []);
  const reading = await rowsReading(storeId, CUSTOMER_INDEX, ctx.now());
  let done = true;
  const walk = reading && walkCustomerRecords(reading, id, true);
  while (walk) {
    const names = await nextRecordNames(walk);
    if (names.length === 0) break;
    done = Date.now() < until;
    if (!done) break;
    await forget(names);
  }
  await continueCascade(ctx, ForgetFiled, message, done);
}
