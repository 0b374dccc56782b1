import type { Stored } from "#core/dynamo/entity.ts";
import type { Guarded } from "#core/dynamo/guards.ts";
import { type Batch, readBatch } from "#core/dynamo/read.ts";
import { locationsIn, locationsRead } from "#lib/commerce/locations/book.ts";
import type { Location } from "#lib/commerce/locations/schema.ts";
import { tenantMissing } from "#lib/tenancy/access/authorize.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import { carts, contactCarts } from "./table.ts";

/** What a store's carts are priced and planned by. */
export interface Shop {
  business: Stored<Business>;
  locations: Location[];
}

/** Reads of a store added to a batch. */
export function addShop(batch: Batch, storeId: string): () => Shop {
  const tenant = batch.add(tenantRead(storeId));
  const book = batch.add(locationsRead(storeId));
  return () => {
    const business = tenant();
    if (!business) throw tenantMissing("store");
    return { business, locations: locationsIn(storeId, book()) };
  };
}

/** A store and one of its carts, in one round trip; `undefined` where there is no such cart. */
export async function readCart(ctx: Guarded, storeId: string, cartId: string) {
  const batch = readBatch(ctx);
  const shop = addShop(batch, storeId);
  const cart = batch.add(carts.read({ store_id: storeId, id: cartId }));
  await batch.run();
  return { shop: shop(), cart: cart() };
}

/** A store, and the carts that contacts go on with. */
export async function readContactCarts(ctx: Guarded, storeId: string, contactIds: readonly string[]) {
  const batch = readBatch(ctx);
  const shop = addShop(batch, storeId);
  const pointers = contactIds.map((contact_id) =>
    batch.add(contactCarts.read({ store_id: storeId, contact_id })),
  );
  await batch.run();
  const found = pointers.map((pointer) => pointer());
  const named = found.map((pointer) =>
    pointer ? batch.add(carts.read({ store_id: storeId, id: pointer.cart_id })) : () => undefined,
  );
  await batch.run();
  return {
    shop: shop(),
    carts: contactIds.map((contactId, index) => ({
      contactId,
      pointer: found[index],
      cart: named[index]?.(),
    })),
  };
}
