import { providers } from "#functions/booking/providers/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { products, productTransfers } from "#functions/commerce/products/routes.ts";
import type { CartView } from "#lib/commerce/carts/schema.ts";
import { ok } from "./client.ts";
import { HOUR, MONDAY, OPENING_HOURS } from "./salon.ts";
import { eventually, openStore, type TestStore, visitorOf } from "./world.ts";

export type Goods = { product_id: string; variant_id: string };

export interface Shop extends TestStore {
  mug: Goods;
  /** A product without shipping. */
  voucher: Goods;
  service_id: string;
  provider_id: string;
}

export const BERLIN = {
  name: "Grace Hopper",
  street1: "Torstr. 1",
  city: "Berlin",
  postal_code: "10119",
  country: "DE",
};

interface ShopOptions {
  /** Units of mugs; null for untracked stock. */
  units?: number | null;
  price?: number;
}

/**
 * A shop in Berlin with mugs for 12.00, vouchers, and haircuts of an hour for 50.00, in euros including tax.
 */
export async function openShop({ units = 10, price = 1200 }: ShopOptions = {}): Promise<Shop> {
  const store = await openStore();
  const { owner: as, id: storeId } = store;
  const params = { businessId: storeId };
  const provider = { key: "mira", workingTime: { workingDays: OPENING_HOURS } };
  // One after the other, as lists show them in that order.
  const goods = async () => ({
    mug: await createGoods(store, "mug", { amount: price, units, weight: 350 }),
    voucher: await createGoods(store, "voucher", { amount: 2500, units: null, requires_shipping: false }),
  });
  const [{ mug, voucher }, { id: provider_id }] = await Promise.all([
    goods(),
    ok(providers.createProvider, { params, as, body: provider }),
  ]);
  const { id: service_id } = await ok(services.createService, {
    params,
    as,
    body: {
      key: "cut",
      name: "Haircut",
      prices: [{ market: "eu", amount: 5000 }],
      durations: [{ duration: 60 }],
      providers: [{ providerId: provider_id }],
    },
  });
  return { ...store, mug, voucher, service_id, provider_id };
}

type GoodsOptions = { amount: number; units: number | null; weight?: number; requires_shipping?: boolean };

/** Creates a product with prices in both markets. */
export async function createGoods(
  { id: storeId, owner: as }: TestStore,
  key: string,
  { amount, units, ...variant }: GoodsOptions,
): Promise<Goods> {
  const prices = ["eu", "us"].map((market) => ({ market, amount }));
  const inventory = units === null ? [] : [{ available: units }];
  const product = await ok(products.createProduct, {
    params: { storeId },
    as,
    body: { key, status: "active", variants: [{ ...variant, prices, inventory }] },
  });
  return { product_id: product.id, variant_id: product.variants[0]?.id ?? "" };
}

/** An appointment `hour` hours after nine on a future Monday. */
export function haircut({ service_id, provider_id }: Shop, hour = 0) {
  return { service_id, provider_id, slots: [{ from: MONDAY + (8 + hour) * HOUR }] };
}

/** A visitor with a cart and a shipping address in Berlin. */
export async function visitorWithCart(
  { id: storeId }: Pick<TestStore, "id">,
  items: Record<string, unknown>[],
  fields: Record<string, unknown> = {},
): Promise<{ as: { token: string }; cart: CartView; contactId: string }> {
  const { token, contactId } = await visitorOf(storeId);
  const as = { token };
  const { id: cartId } = await ok(storefrontCarts.currentCart, {
    params: { storeId },
    as,
    body: { market: "eu" },
  });
  const cart = await ok(storefrontCarts.updateVisitorCart, {
    params: { storeId, cartId },
    as,
    body: { items, shipping_address: BERLIN, ...fields },
  });
  return { as, cart, contactId };
}

/** A store into which product files are imported. */
export async function openImports() {
  const { id: storeId, owner } = await openStore();
  const params = { storeId };
  const begin = async (format: "csv" | "jsonl", text: string | Uint8Array<ArrayBuffer>) => {
    const size = Buffer.byteLength(text);
    const made = await ok(productTransfers.createImport, { params, as: owner, body: { format, size } });
    const form = new FormData();
    for (const [name, value] of Object.entries(made.upload.fields)) form.set(name, value);
    form.set("file", new Blob([text]));
    const posted = await fetch(made.upload.url, { method: "POST", body: form });
    if (!posted.ok) throw new Error(`The file was not taken: ${posted.status}`);
    return { ...params, importId: made.id };
  };
  const run = async (...file: Parameters<typeof begin>) => {
    const named = { params: await begin(...file), as: owner };
    await ok(productTransfers.startImport, named);
    return eventually(async () => {
      const now = await ok(productTransfers.getImport, named);
      return now.status === "completed" || now.status === "failed" ? now : undefined;
    }, "the import");
  };
  const read = (key: string) =>
    ok(products.getProduct, { params: { storeId, productId: `${storeId}:${key}` }, as: owner });
  const exported = async (format: "csv" | "jsonl") =>
    String(await ok(productTransfers.exportProducts, { params, as: owner, query: { format } }));
  return { storeId, owner, params, begin, run, read, exported };
}
