import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce, change } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { newRecord } from "#core/records/record.ts";
import { checkSize } from "#lib/content/blocks/size.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { cartLife } from "./lifecycle.ts";
import { Cart } from "./schema.ts";
import { cartSettings } from "./settings.ts";
import { carts } from "./table.ts";

/** A cart as it begins. */
export function newCart(
  ctx: Context,
  business: Pick<Business, "id" | "configs">,
  fields: Pick<Cart, "contact_id" | "origin" | "market"> & Partial<Cart>,
): Stored<Cart> {
  const now = ctx.now();
  const begins = {
    id: newId("cart", ctx.clock()),
    store_id: business.id,
    status: "active" as const,
    created_by_account_id: null,
    items: [],
    shipping_address: null,
    billing_address: null,
    forms: [],
    promo_code: null,
    payment_method_key: null,
    shipping_method_id: null,
    sent_at: {},
    quoted: null,
    answered: null,
    converted_order_id: null,
    is_bought: false,
    merged_into_cart_id: null,
    last_action_at: now,
    abandoned_at: null,
    recovery_sent_at: null,
    abandons_at: now + cartSettings(business).abandonedAfter,
    language: null,
    languages: [],
    ...spoken(ctx),
    created_at: now,
    updated_at: now,
  };
  return carts.made(newRecord(Cart, begins, fields, {}));
}

/** A cart that somebody did something with: it is active, whatever it was. Throws ORDER.INVALID_STATUS where it is over. */
export function touched(
  ctx: Context,
  business: Pick<Business, "configs">,
  before: Stored<Cart>,
  changes: Partial<Omit<Cart, "status">>,
): Stored<Cart> {
  const { abandonedAfter } = cartSettings(business);
  const { record } = cartLife.step({ cart: before }, { is: "be changed", abandonedAfter, now: ctx.now() });
  return { ...before, ...record, ...spoken(ctx), ...changes };
}

/** What its visitor reads, where that is who calls and says so. */
function spoken(ctx: Context): Partial<Pick<Cart, "language" | "languages">> {
  const { actor, languages = [] } = ctx;
  if (actor.kind !== "visitor" || languages.length === 0) return {};
  return { language: ctx.language ?? null, languages: [...languages] };
}

/** The writes of a new cart. */
export function cartCreation(ctx: Context, cart: Cart): Write[] {
  checkSize(cart);
  return [carts.create(cart), announce(ctx, "cart.created", carts, cart)];
}

/** The writes of a changed cart. */
export function cartReplacement(
  ctx: Context,
  before: Stored<Cart>,
  after: Cart,
  type: "cart.updated" | "cart.abandoned" | "cart.converted" = "cart.updated",
): Write[] {
  checkSize(after);
  return change(ctx, type, carts, before, after).writes;
}
