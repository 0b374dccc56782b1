import assert from "node:assert/strict";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orderPages, orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { paymentReturns } from "#functions/money/payments/routes.ts";
import { orderPageUrl } from "#lib/commerce/orders/emails.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { attempts } from "#lib/money/payments/table.ts";
import {
  excessRefundIds,
  type Run,
  readOrder,
  recordCash,
  type SaleRecord,
  saleOf,
} from "./orders-books-run.ts";
import { callHandler } from "./orders-books-world.ts";

export type Act = (run: Run, sale: SaleRecord) => Promise<unknown>;

const FORM_HEADERS = { "content-type": "application/x-www-form-urlencoded" };

/** Checks out the buyer's cart, or the cart that replaced it. */
export async function checkOutCart(run: Run, payment_method_key: "cash" | "credit_card"): Promise<void> {
  const { shop, box, buyer, email } = run;
  const { done } = await callHandler(shop, box, storefrontCarts.checkoutVisitorCart, {
    params: { cartId: buyer.cartId },
    token: buyer.token,
    body: { payment_method_key, email },
  });
  if (done) saleOf(run, done.order_id);
}

const orderRequest = ({ shop }: Run, { id }: SaleRecord) => ({ params: { orderId: id }, ...shop.staff });

/** Adds to the drawer the cash entries that a change by staff has added to the books. */
function countDrawer(sale: SaleRecord, before: OrderView, after: OrderView | undefined): void {
  const known = new Set(before.payment.entries.map(({ id }) => id));
  for (const { id, kind, source, amount, refund_id } of after?.payment.entries ?? []) {
    if (known.has(id) || source !== "cash") continue;
    recordCash(sale, kind === "paid" ? "taken" : "given", refund_id ?? id, amount);
  }
}

export async function updateOrder(run: Run, sale: SaleRecord, body: object): Promise<void> {
  const before = await readOrder(run, sale);
  const { done } = await callHandler(run.shop, run.box, orders.updateOrder, {
    ...orderRequest(run, sale),
    body,
  });
  countDrawer(sale, before, done);
}

const totalOfUnits = (quantity: number, total: number, units: number) =>
  Math.round((total * units) / quantity);

/** Staff take exactly the amount due in cash. */
export async function takeCash(run: Run, sale: SaleRecord): Promise<void> {
  const taken = sale.drawer.taken;
  await updateOrder(run, sale, run.random.chance(0.6) ? { confirm: true, paid: true } : { paid: true });
  const cash = sale.drawer.taken - taken;
  if (cash === 0) return;
  const { total, items, payment } = await readOrder(run, sale);
  const unpaid = items.reduce(
    (sum, { unpaid_quantity, quantity, money }) => sum + totalOfUnits(quantity, money.total, unpaid_quantity),
    0,
  );
  const over = await excessRefundIds(run, sale);
  const back = payment.refunds.filter(({ id, status }) => over.has(id) && status !== "failed");
  const kept = payment.captured - back.reduce((sum, { amount }) => sum + amount, 0);
  assert.ok(
    kept - cash < total - unpaid && kept <= total - unpaid,
    `${sale.id}: cash exceeds the amount due`,
  );
}

export async function refundUnits(run: Run, sale: SaleRecord): Promise<void> {
  const { random } = run;
  const before = await readOrder(run, sale);
  const { captured, refunded, refund_pending } = before.payment;
  const left = captured - refunded - refund_pending;
  const [item] = before.items;
  const way = random.int(5);
  const body =
    way === 0
      ? {}
      : way === 1
        ? { amount: left + 1 + random.int(500) }
        : way === 2
          ? { lines: [{ order_item_id: item?.id ?? "", quantity: 1, restock: random.chance(0.5) }] }
          : { amount: 1 + random.int(Math.max(1, left)) };
  const refusal = await giveRefund(run, sale, body);
  if (way === 1) assert.ok(refusal, `${sale.id}: ${JSON.stringify(body)} of ${left} was refunded`);
}

export async function giveRefund(run: Run, sale: SaleRecord, body: object): Promise<string | undefined> {
  const { done, refusal } = await callHandler(run.shop, run.box, orders.refundOrder, {
    ...orderRequest(run, sale),
    body,
  });
  for (const { source, amount, refund_id } of done?.sources ?? [])
    if (source === "cash") recordCash(sale, "given", refund_id, amount);
  return refusal;
}

export async function cancelLine(run: Run, sale: SaleRecord): Promise<void> {
  const { items } = await readOrder(run, sale);
  const { id, cancelled_quantity } = run.random.pick(items);
  await updateOrder(run, sale, { items: [{ id, cancel_quantity: cancelled_quantity + 1 }] });
}

export async function cancelFromPage(run: Run, sale: SaleRecord): Promise<void> {
  const before = await readOrder(run, sale);
  const link = await orderPageUrl(run.shop.storeId, sale.id);
  const orderToken = link.slice(link.lastIndexOf("/") + 1);
  const params = { orderToken };
  await callHandler(run.shop, run.box, orderPages.cancelFromOrderPage, {
    params,
    headers: FORM_HEADERS,
    body: "",
  });
  countDrawer(sale, before, await readOrder(run, sale));
}

export async function shipLine(run: Run, sale: SaleRecord): Promise<void> {
  const [item] = (await readOrder(run, sale)).items;
  const body = { lines: [{ order_item_id: item?.id ?? "", quantity: 1 }] };
  await callHandler(run.shop, run.box, orders.fulfilOrder, { ...orderRequest(run, sale), body });
}

export async function returnLine(run: Run, sale: SaleRecord): Promise<void> {
  const { shop, box, random } = run;
  const [item] = (await readOrder(run, sale)).items;
  const lines = [{ order_item_id: item?.id ?? "", quantity: 1 }];
  await callHandler(shop, box, orders.askReturn, { ...orderRequest(run, sale), body: { lines } });
  const before = await readOrder(run, sale);
  const asked = before.returns.at(-1);
  if (!asked) return;
  const { done } = await callHandler(shop, box, orders.decideReturn, {
    ...shop.staff,
    params: { orderId: sale.id, returnId: asked.id },
    body: { status: "received", refund: random.chance(0.6), restock: random.chance(0.5) },
  });
  countDrawer(sale, before, done);
}

/** The buyer returns from a payment page to the shop. */
export async function returnFromPage(run: Run, { statement }: SaleRecord): Promise<void> {
  if (statement.pages.length === 0) return;
  const { attempt: name } = run.random.pick(statement.pages);
  const [payment_id = "", n] = name.split("-");
  const page = await attempts.find({ tenant_id: run.shop.storeId, payment_id, n: Number(n) });
  const returnId = page?.return_page.split("/").at(-1) ?? "";
  await callHandler(run.shop, run.box, paymentReturns.returnFromPayment, { params: { returnId } });
}

export async function showOrderPage({ shop, box, buyer }: Run, { id }: SaleRecord): Promise<void> {
  await callHandler(shop, box, storefrontOrders.getOrderPayment, {
    params: { orderId: id },
    token: buyer.token,
  });
}

export async function changeCart({ shop, box, buyer, random }: Run): Promise<void> {
  const items = [{ ...shop.goods.mug, quantity: 1 + random.int(3) }];
  const params = { cartId: buyer.cartId };
  await callHandler(shop, box, storefrontCarts.updateVisitorCart, {
    params,
    token: buyer.token,
    body: { items },
  });
}
