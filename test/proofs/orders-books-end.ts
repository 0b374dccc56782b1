import assert from "node:assert/strict";
import { events } from "#core/events.ts";
import { currentTotals } from "#lib/commerce/orders/current-totals.ts";
import { amountDue } from "#lib/commerce/orders/statuses.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { excessRefundIds, type Run, readOrder, type SaleRecord, sumsOf } from "./orders-books-run.ts";

/** Asserts that the books equal what provider and cash drawer hold, and that every change was announced once. */
export async function checkEnd(run: Run, sale: SaleRecord): Promise<void> {
  const order = await readOrder(run, sale);
  const why = `${sale.id} ${order.status}: ${JSON.stringify(order.payment)} ${JSON.stringify(sale.statement)}`;
  for (const page of sale.statement.pages) {
    const held = sumsOf(sale.entries.filter(({ source }) => source === page.attempt));
    assert.deepEqual(held, amountsAtProvider(sale, page), why);
  }
  const over = await excessRefundIds(run, sale);
  checkKeptAmount(sale, order, over, why);
  await checkBill(run, order, why);
  await checkAnnounced(run, sale, over, why);
}

/** A payment page's amounts at the provider; refunds and disputes count only up to what was received. */
function amountsAtProvider(
  { statement: { refunds, disputes } }: SaleRecord,
  { intent, received }: SaleRecord["statement"]["pages"][number],
) {
  const of = (wanted: readonly string[]) =>
    [...refunds, ...disputes]
      .filter((each) => each.intent === intent && wanted.includes(each.status ?? ""))
      .reduce((sum, { amount }) => sum + amount, 0);
  const refunded = Math.min(received, of(["succeeded", "lost"]));
  const refund_pending = Math.min(received - refunded, of(["pending", "needs_response"]));
  return { captured: received, refunded, refund_pending };
}

/** Asserts that the shop keeps no more than the order's worth, except for failed refunds. */
function checkKeptAmount(
  { statement, entries }: SaleRecord,
  order: OrderView,
  over: Set<string>,
  why: string,
): void {
  const { captured, refunded, refund_pending } = order.payment;
  const gone = order.items.reduce((sum, { cancelled_quantity, quantity, money }) => {
    return sum + Math.floor((money.total * cancelled_quantity) / quantity);
  }, 0);
  const worth = order.status === "cancelled" ? 0 : order.total - gone;
  const asked = order.payment.refunds.filter(({ status }) => status === "failed");
  // A failed refund made at the provider's dashboard is known only there.
  const known = new Set(asked.map(({ id }) => id));
  const atDesk = statement.refunds.filter(
    ({ id, refund_id, status }) => refund_id === null && status === "failed" && !known.has(id),
  );
  const failed = [...asked, ...atDesk];
  const won = statement.disputes.filter(({ status }) => status === "won");
  const back = [...failed, ...won].reduce((sum, { amount }) => sum + amount, 0);
  const kept = captured - refunded - refund_pending;
  assert.ok(kept <= worth + back, `${why} keeps ${kept}, of ${worth} and ${back} of failed refunds`);
  const tooMuch = entries.filter(
    ({ kind, refund_id }) => kind === "refund_asked" && over.has(refund_id ?? ""),
  );
  const tooMuchAsked = sumsOf(tooMuch).refund_pending;
  if (order.status !== "cancelled")
    assert.ok(
      tooMuchAsked <= Math.max(0, captured - worth) + back,
      `${why}: ${tooMuchAsked} was refunded as excess`,
    );
}

/** Asserts that the bill adds up: each unit is counted once, lines make the total, and the amount due is right. */
async function checkBill({ shop }: Run, order: OrderView, why: string): Promise<void> {
  const bill = currentTotals(order);
  const sum = (all: readonly { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0);
  const shipping = bill.shipping.reduce((total, each) => total + each.total, 0);
  assert.equal(
    bill.total,
    sum(bill.lines) + sum(bill.kept) + shipping,
    `${why}: the lines do not add up to the total`,
  );
  for (const item of order.items) {
    const of = (all: typeof bill.lines) =>
      all.filter((each) => each.item.id === item.id).reduce((units, { quantity }) => units + quantity, 0);
    const { quantity, cancelled_quantity: cancelled } = item;
    assert.deepEqual([of(bill.lines), of(bill.kept) + of(bill.gone)], [quantity - cancelled, cancelled], why);
  }
  const record = await orders.find({ store_id: shop.storeId, id: order.id });
  assert.ok(record, why);
  assert.equal(bill.owed, amountDue(record), `${why}: the amount due differs`);
}

/** Asserts that each payment, refund and lost dispute was announced once and mailed once. */
async function checkAnnounced(
  { shop, box }: Run,
  { id, entries, payment, pastStatuses }: SaleRecord,
  over: Set<string>,
  why: string,
): Promise<void> {
  const of = async (resource: string, record_id: string) => {
    const range = { index: "child_created" } as const;
    const partition = events.child({ tenant_id: shop.storeId, resource, record_id });
    return (await events.query(partition, range)).records;
  };
  const announced = await of("order", id);
  const those = (type: string, all = announced) => all.filter((each) => each.type === type);
  const refunds = Map.groupBy(entries, ({ refund_id }) => refund_id);
  refunds.delete(null);
  const wentBack = [...refunds.values()].filter((own) =>
    own.some((_, at) => sumsOf(own.slice(0, at + 1)).refunded > 0),
  );
  assert.equal(those("order.refunded").length, wentBack.length, `${why}: announced refunds`);
  const paidPages = new Set(
    entries.flatMap(({ kind, source }) => (kind === "paid" && source !== "cash" ? source : [])),
  );
  const overPages = new Set(
    entries.flatMap(({ refund_id, source }) => (over.has(refund_id ?? "") ? source : [])),
  );
  const refused = those("order.payment_refused");
  assert.ok(
    refused.length >= overPages.size && refused.length <= paidPages.size,
    `${why}: refused payments announced`,
  );
  const own = new Set(box.announced.map((event) => event.id));
  for (const event of refused)
    assert.ok(!own.has(event.id) || box.mails.has(`mail_${event.id}`), `${why}: no mail of ${event.id}`);
  if (!payment) return;
  const ofPayment = await of("payment", payment);
  assert.equal(those("payment.captured", ofPayment).length, Number(paidPages.size > 0), why);
  // The books may miss a refund that was reversed soon; the provider announces every one.
  const byCard = wentBack.filter(([first]) => first?.source !== "cash").length;
  const ever = [...pastStatuses.values()].filter(
    (statuses) => statuses.has("succeeded") || statuses.has("lost"),
  );
  const announcedRefunds = those("payment.refunded", ofPayment).length;
  assert.ok(
    announcedRefunds >= byCard && announcedRefunds <= ever.length,
    `${why}: ${announcedRefunds} refunds of its payment announced`,
  );
}
