import assert from "node:assert/strict";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { orderPages, orders, storefrontOrders } from "#functions/commerce/orders/routes.ts";
import { paymentReturns } from "#functions/money/payments/routes.ts";
import { orderPageUrl } from "#lib/commerce/orders/emails.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { attempts } from "#lib/money/payments/table.ts";
import { count, look, overOf, type Run, type Sale, saleOf } from "./orders-books-run.ts";
import { ask } from "./orders-books-world.ts";

export type Act = (run: Run, sale: Sale) => Promise<unknown>;

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Checks out the buyer's cart, or the cart that replaced it. */
export async function checkout(run: Run, payment_method_key: "cash" | "credit_card"): Promise<void> {
  const { shop, box, buyer, email } = run;
  const { done } = await ask(shop, box, storefrontCarts.checkoutVisitorCart, {
    params: { cartId: buyer.cartId },
    token: buyer.token,
    body: { payment_method_key, email },
  });
  if (done) saleOf(run, done.order_id);
}

const at = ({ shop }: Run, { id }: Sale) => ({ params: { orderId: id }, ...shop.staff });

/** Adds the cash entries that a change by staff has added to the books to the drawer. */
function countDrawer(sale: Sale, before: OrderView, after: OrderView | undefined): void {
  const known = new Set(before.payment.entries.map(({ id }) => id));
  for (const { id, kind, source, amount, refund_id } of after?.payment.entries ?? []) {
    if (known.has(id) || source !== "cash") continue;
    count(sale, kind === "paid" ? "taken" : "given", refund_id ?? id, amount);
  }
}

export async function update(run: Run, sale: Sale, body: object): Promise<void> {
  const before = await look(run, sale);
  const { done } = await ask(run.shop, run.box, orders.updateOrder, { ...at(run, sale), body });
  countDrawer(sale, before, done);
}

const worthOf = (quantity: number, total: number, units: number) => Math.round((total * units) / quantity);

/** Staff take exactly the amount due in cash. */
export async function takeCash(run: Run, sale: Sale): Promise<void> {
  const taken = sale.drawer.taken;
  await update(run, sale, run.random.chance(0.6) ? { confirm: true, paid: true } : { paid: true });
  const cash = sale.drawer.taken - taken;
  if (cash === 0) return;
  const { total, items, payment } = await look(run, sale);
  const unpaid = items.reduce(
    (sum, { unpaid_quantity, quantity, money }) => sum + worthOf(quantity, money.total, unpaid_quantity),
    0,
  );
  const over = await overOf(run, sale);
  const back = payment.refunds.filter(({ id, status }) => over.has(id) && status !== "failed");
  const kept = payment.captured - back.reduce((sum, { amount }) => sum + amount, 0);
  assert.ok(
    kept - cash < total - unpaid && kept <= total - unpaid,
    `${sale.id}: cash exceeds the amount due`,
  );
}

export async function refund(run: Run, sale: Sale): Promise<void> {
  const { random } = run;
  const before = await look(run, sale);
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
  const refusal = await give(run, sale, body);
  if (way === 1) assert.ok(refusal, `${sale.id}: ${JSON.stringify(body)} of ${left} was refunded`);
}

export async function give(run: Run, sale: Sale, body: object): Promise<string | undefined> {
  const { done, refusal } = await ask(run.shop, run.box, orders.refundOrder, { ...at(run, sale), body });
  for (const { source, amount, refund_id } of done?.sources ?? [])
    if (source === "cash") count(sale, "given", refund_id, amount);
  return refusal;
}

export async function cancelLine(run: Run, sale: Sale): Promise<void> {
  const { items } = await look(run, sale);
  const { id, cancelled_quantity } = run.random.pick(items);
  await update(run, sale, { items: [{ id, cancel_quantity: cancelled_quantity + 1 }] });
}

export async function fromPage(run: Run, sale: Sale): Promise<void> {
  const before = await look(run, sale);
  const link = await orderPageUrl(run.shop.storeId, sale.id);
  const orderToken = link.slice(link.lastIndexOf("/") + 1);
  const params = { orderToken };
  await ask(run.shop, run.box, orderPages.cancelFromOrderPage, { params, headers: FORM, body: "" });
  countDrawer(sale, before, await look(run, sale));
}

export async function send(run: Run, sale: Sale): Promise<void> {
  const [item] = (await look(run, sale)).items;
  const body = { lines: [{ order_item_id: item?.id ?? "", quantity: 1 }] };
  await ask(run.shop, run.box, orders.fulfilOrder, { ...at(run, sale), body });
}

export async function takeBack(run: Run, sale: Sale): Promise<void> {
  const { shop, box, random } = run;
  const [item] = (await look(run, sale)).items;
  const lines = [{ order_item_id: item?.id ?? "", quantity: 1 }];
  await ask(shop, box, orders.askReturn, { ...at(run, sale), body: { lines } });
  const before = await look(run, sale);
  const asked = before.returns.at(-1);
  if (!asked) return;
  const { done } = await ask(shop, box, orders.decideReturn, {
    ...shop.staff,
    params: { orderId: sale.id, returnId: asked.id },
    body: { status: "received", refund: random.chance(0.6), restock: random.chance(0.5) },
  });
  countDrawer(sale, before, done);
}

/** The buyer returns from a payment page to the shop. */
export async function comeBack(run: Run, { statement }: Sale): Promise<void> {
  if (statement.pages.length === 0) return;
  const { attempt: name } = run.random.pick(statement.pages);
  const [payment_id = "", n] = name.split("-");
  const page = await attempts.find({ tenant_id: run.shop.storeId, payment_id, n: Number(n) });
  const returnId = page?.return_page.split("/").at(-1) ?? "";
  await ask(run.shop, run.box, paymentReturns.returnFromPayment, { params: { returnId } });
}

export async function seePage({ shop, box, buyer }: Run, { id }: Sale): Promise<void> {
  await ask(shop, box, storefrontOrders.getOrderPayment, { params: { orderId: id }, token: buyer.token });
}

export async function changeCart({ shop, box, buyer, random }: Run): Promise<void> {
  const items = [{ ...shop.goods.mug, quantity: 1 + random.int(3) }];
  const params = { cartId: buyer.cartId };
  await ask(shop, box, storefrontCarts.updateVisitorCart, { params, token: buyer.token, body: { items } });
}
