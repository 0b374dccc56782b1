import { type Context, person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { facet, narrowingFacet } from "#core/dynamo/terms.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type ApiError, invalidField } from "#core/errors.ts";
import { list, recordSource } from "#core/records/list.ts";
import { contactRead } from "#lib/tenancy/visitors/service.ts";
import { linesFrom, translateLineErrors } from "./lines.ts";
import { addShopReads, type LoadedLines, loadLines, requireMarket, type Shop } from "./load-cart.ts";
import { cartCreation, newCart } from "./record.ts";
import type { CartQuery, CreateCart } from "./request-schema.ts";
import { CART_STATUSES, type Cart, type StaffCart } from "./schema.ts";
import { cartFields, checkLinesVisible, sentTimes, withPrices, withTriedCode } from "./service.ts";
import { carts } from "./table.ts";
import { viewCart } from "./view-cart.ts";

export async function listCarts(ctx: Context, storeId: string, query: CartQuery): Promise<Page<StaffCart>> {
  const statuses = query.statuses ?? (query.status ? [query.status] : CART_STATUSES);
  const { origins, has_items } = query;
  const { limit, cursor } = query;
  const coversPartition = statuses.length === CART_STATUSES.length;
  const page = await list(
    ctx,
    { limit, cursor },
    {
      source: recordSource(carts, "cart", { store_id: storeId }, { statuses, coversPartition }),
      terms: [
        ...(query.contact_id ? [facet("contact", query.contact_id)] : []),
        ...(origins?.length === 1 && origins[0] ? [narrowingFacet("origin", origins[0])] : []),
        ...(has_items === undefined ? [] : [narrowingFacet("items", has_items)]),
      ],
    },
  );
  return { items: await showCarts(ctx, storeId, page.items), cursor: page.cursor };
}

async function showCarts(ctx: Context, storeId: string, found: readonly Cart[]): Promise<StaffCart[]> {
  if (found.length === 0) return [];
  const batch = readBatch(ctx);
  const shop = addShopReads(batch, storeId);
  await batch.run();
  const views: StaffCart[] = [];
  // One after the other, because a page of full carts is more than one batch can read.
  for (const cart of found) {
    views.push(await viewCart(ctx, cart, await loadLines(ctx, shop(), cart), "operator"));
  }
  return views;
}

/** Creates a cart that an operator fills and orders for a customer. */
export async function createCart(ctx: Context, storeId: string, input: CreateCart): Promise<StaffCart> {
  const { cart, loaded } = await prepareCart(ctx, storeId, input);
  return transact(ctx, cartCreation(ctx, cart), await viewCart(ctx, cart, loaded, "operator"));
}

/** The cart that an operator asks for, with what it was checked against. It is not stored yet. */
export async function prepareCart(ctx: Context, storeId: string, input: CreateCart): Promise<PreparedCart> {
  const batch = readBatch(ctx);
  const readShop = addShopReads(batch, storeId);
  const contact = input.contact_id ? batch.add(contactRead(storeId, input.contact_id)) : undefined;
  await batch.run();
  if (contact && !contact()) throw contactNotFound();
  const shop = readShop();
  const { business } = shop;
  const { id, key } = requireMarket(business, input.market);
  const fields = cartFields(business, input);
  const cart = newCart(ctx, business, {
    ...fields,
    sent_at: sentTimes(ctx, fields),
    contact_id: input.contact_id ?? null,
    origin: "admin",
    created_by_account_id: ctx.actor.kind === "person" ? person(ctx).id : null,
    market: key ?? id,
    items: linesFrom(ctx, input.items ?? [], [], "operator"),
  });
  const loaded = await loadLines(ctx, shop, cart);
  await translateLineErrors(input.items ?? [], cart.items, async () => checkLinesVisible(loaded, []));
  return { shop, cart: await withTriedCode(ctx, withPrices(ctx, cart, loaded), loaded), loaded };
}

export function contactNotFound(): ApiError {
  return invalidField("contact_id", "is no contact of this store");
}

interface PreparedCart {
  shop: Shop;
  cart: Stored<Cart>;
  loaded: LoadedLines;
}
