import type { Context } from "#core/context.ts";
import { availableStock } from "#lib/commerce/inventory/plan.ts";
import { totalsOf } from "#lib/money/money/pricing.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import { faultsIn, problemsIn } from "./faults.ts";
import { begunAt } from "./lifecycle.ts";
import type { LoadedLines } from "./load-cart.ts";
import { priceCartNow } from "./pricing.ts";
import { recoveryToken } from "./record.ts";
import type { Cart, CartItemView, CartLine, StaffCart } from "./schema.ts";
import { itemCount } from "./table.ts";
import type { CartUnit } from "./units.ts";

/** Only the cart's visitor gets its token. With a recovery link's token, a caller sees what `linkView` leaves. */
export type Viewer = "visitor" | "operator" | "token";

export async function viewCart(
  ctx: Context,
  cart: Cart,
  loaded: LoadedLines,
  viewer: Viewer,
): Promise<StaffCart> {
  const { quoted, status } = cart;
  const now = priceCartNow(ctx, cart, loaded);
  const { business, market } = loaded;
  const judged = viewer !== "token" && (status === "active" || status === "abandoned") && now;
  const money =
    now && totalsOf({ ...now.priced, currency: market.currency, market: market.key ?? market.id });
  return {
    ...cart,
    begun_at: begunAt(cart),
    token: viewer === "visitor" && cart.status !== "converted" ? await recoveryToken(cart) : null,
    currency: loaded.market.currency,
    items: cart.items.map((line) => viewLine(line, loaded)),
    item_count: itemCount(cart),
    money: money ?? null,
    quote_snapshot: quoted?.sums ? { id: quoted.quote_id, ...quoted.sums, at: quoted.at } : null,
    problems: judged ? problemsIn(faultsIn(judged, cart, business), languageFor(ctx, business)) : [],
  };
}

export function viewLine(
  line: CartLine,
  { units, levels }: Pick<LoadedLines, "units" | "levels">,
): CartItemView {
  const unit = units.find((each) => each.line === line || each.line.id === line.id);
  const price = unit?.price ?? null;
  const ownLevels = levels.filter(
    ({ variant_id }) => line.type === "product" && variant_id === line.variant_id,
  );
  const available = unit?.counted ? availableStock(ownLevels) : null;
  const goods = line.type === "product" ? line : undefined;
  const service = line.type === "service" ? line : undefined;
  return {
    type: line.type,
    id: line.id,
    product_id: goods?.product_id ?? null,
    variant_id: goods?.variant_id ?? null,
    service_id: service?.service_id ?? null,
    provider_id: service?.provider_id ?? null,
    quantity: goods?.quantity ?? service?.slots.length ?? 0,
    price: goods?.price ?? null,
    slots: service?.slots ?? [],
    forms: service?.forms ?? [],
    name: unit?.snapshot.name ?? "",
    slug: unit?.slug ?? {},
    sku: unit?.snapshot.sku ?? null,
    image: unit?.snapshot.image ?? null,
    attributes: unit?.snapshot.attributes ?? [],
    unit_price: price,
    compare_at: unit?.compareAt ?? null,
    available,
    changed: changesOf(
      line,
      unit,
      price,
      available,
      ownLevels.some(({ backorder }) => backorder),
    ),
  };
}

function changesOf(
  line: CartLine,
  unit: CartUnit | undefined,
  price: number | null,
  available: number | null,
  backorder: boolean,
): CartItemView["changed"] {
  const gone = !unit || unit.reason === "archived" || unit.reason === "deleted";
  const short = line.type === "product" && available !== null && available < line.quantity && !backorder;
  return [
    ...(line.added_price !== null && price !== line.added_price ? (["price"] as const) : []),
    ...(short ? (["stock"] as const) : []),
    ...(gone ? (["archived"] as const) : []),
  ];
}
