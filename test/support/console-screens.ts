import { env } from "#core/env.ts";
import { webhooks } from "#functions/delivery/webhooks/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { customers } from "#functions/tenancy/customers/routes.ts";
import { consoleSources } from "#test/check/console-sources.ts";
import { ok } from "./client.ts";
import { BY_CASH, checkout } from "./orders.ts";
import { type Shop, visitorWithCart } from "./shop.ts";
import { newEmail } from "./world.ts";

/** Creates a record for each screen that shows one. Returns their ids by the path of the screen. */
export async function screenRecords(shop: Shop): Promise<Record<string, string>> {
  const { id: storeId, owner: as } = shop;
  const cart = await visitorWithCart(shop, [{ ...shop.mug, quantity: 1 }]);
  const { order_id } = await checkout(storeId, cart, BY_CASH);
  // A new email address, since a worker also makes a customer of the buyer above.
  const body = { name: "Joan Clarke", email: newEmail() };
  const { id: customer } = await ok(customers.createCustomer, { params: { storeId }, as, body });
  const free = { type: "shipping_percentage" as const, market_id: "eu", bps: 10_000 };
  const code = { code: "FREE", discounts: [free] };
  const { id: promo } = await ok(promoCodes.createPromoCode, { params: { storeId }, as, body: code });
  const url = `${env("PUBLIC_URL")}/hooks`;
  const { id: webhook } = await ok(webhooks.createWebhook, { params: { storeId }, as, body: { url } });
  return {
    "orders/$id": order_id,
    "customers/$id": customer,
    "products/$id": shop.mug.product_id,
    "promotions/$id": promo,
    "settings/services/$id": shop.service_id,
    "settings/providers/$id": shop.provider_id,
    "settings/webhooks/$id": webhook,
  };
}

export function screenPaths(records: Record<string, string>): string[] {
  const declared = consoleSources.filter(
    ({ path }) => /[^/]\/screen\.ts$/.test(path) && !path.startsWith("shared/"),
  );
  return declared.map(({ path: file, text }) => {
    const path = /path: "([^"]+)"/.exec(text)?.[1];
    if (!path) throw new Error(`${file} does not say its path.`);
    if (!path.includes("$")) return path;
    const record = records[path];
    if (!record) throw new Error(`${path} shows a record: name one in screenRecords.`);
    return path.replace(/\$\w+/, record);
  });
}
