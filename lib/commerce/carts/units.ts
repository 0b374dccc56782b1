import { cutText } from "#core/cut-text.ts";
import { localizedName } from "#lib/booking/bookables/localized-name.ts";
import { availableStock } from "#lib/commerce/inventory/plan.ts";
import type { Allocation, InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import type { Product, Variant } from "#lib/commerce/products/schema.ts";
import { productName } from "#lib/commerce/products/service.ts";
import type { Market } from "#lib/tenancy/tenants/market-schema.ts";
import type { Appointment } from "./appointments.ts";
import type { ItemSnapshot, Reason } from "./quote-schema.ts";
import type { CartLine, ProductLine, ServiceLine } from "./schema.ts";

/** Most bytes of the attributes in a snapshot; larger attributes are left out. */
const MAX_ATTRIBUTES = 2000;

/** The current state of a line of goods. */
export function goodsUnit(
  market: Market,
  line: ProductLine,
  product: Product | undefined,
  levels: readonly InventoryLevel[],
  languages: readonly string[],
): CartUnit {
  const variant = product?.variants.find(({ id }) => id === line.variant_id);
  const price = variant?.prices.find((each) => each.market === market.key || each.market === market.id);
  const ownLevels = levels.filter(({ variant_id, retired }) => variant_id === line.variant_id && !retired);
  const counted = variant?.counted ?? false;
  const amount = line.price ?? price?.amount;
  const gone = unavailableReason(product, variant);
  return {
    line,
    quantity: line.quantity,
    price: amount,
    compareAt: line.price === null ? (price?.compare_at ?? null) : null,
    taxCategory: variant?.tax_category_id ?? null,
    weight: variant?.weight ?? 0,
    ships: variant?.requires_shipping ?? false,
    slug: product?.slug ?? {},
    snapshot: snapshotOf(languages, line, product, variant, amount),
    reason: gone ?? (amount === undefined ? "no_price" : undefined),
    hidden: gone !== undefined,
    available: counted ? availableStock(ownLevels) : null,
    counted,
    allocations: [],
    appointment: undefined,
  };
}

/** The current state of one slot of a line. A service without prices is free. */
export function slotUnit(
  market: Market,
  line: ServiceLine,
  appointment: Appointment,
  languages: readonly string[],
): CartUnit {
  const { offer, part } = appointment;
  const prices = offer ? [...(offer.connection.prices ?? []), ...offer.service.prices] : [];
  const found = prices.find((each) => each.market === market.id || each.market === market.key);
  const amount = prices.length === 0 && offer ? 0 : found?.amount;
  const gone = appointment.reason === "deleted" || appointment.reason === "archived";
  return {
    line,
    quantity: 1,
    price: amount,
    compareAt: null,
    taxCategory: null,
    weight: 0,
    ships: false,
    slug: offer?.service.slug ?? {},
    snapshot: {
      key: offer?.service.key ?? line.service_id,
      name: part
        ? `${part.serviceName}, ${part.providerName}`
        : offer
          ? localizedName(offer.service, languages)
          : "",
      sku: null,
      image: null,
      attributes: [],
      requires_shipping: false,
      weight: null,
      price: amount ?? null,
    },
    reason: appointment.reason ?? (amount === undefined ? "no_price" : undefined),
    hidden: gone,
    available: null,
    counted: false,
    allocations: [],
    appointment,
  };
}

function unavailableReason(product: Product | undefined, variant: Variant | undefined): Reason | undefined {
  if (!product || !variant) return "deleted";
  return product.status !== "active" || variant.status !== "active" ? "archived" : undefined;
}

function snapshotOf(
  languages: readonly string[],
  line: ProductLine,
  product: Product | undefined,
  variant: Variant | undefined,
  price: number | undefined,
): ItemSnapshot {
  const attributes = variant?.attributes ?? [];
  const fits = Buffer.byteLength(JSON.stringify(attributes)) <= MAX_ATTRIBUTES;
  return {
    key: product?.key ?? line.product_id,
    name: product ? cutText(productName(product, languages), 300) : "",
    sku: variant?.sku ?? null,
    image: product ? imageOf(product) : null,
    attributes: fits ? attributes : [],
    requires_shipping: variant?.requires_shipping ?? false,
    weight: variant?.weight ?? null,
    price: price ?? null,
  };
}

function imageOf({ blocks }: Product): string | null {
  const block = blocks.find(({ type }) => type === "RELATIONSHIP_MEDIA");
  const first = Array.isArray(block?.value) ? block.value[0] : block?.value;
  if (typeof first === "string") return first;
  return typeof first === "object" && first !== null && "id" in first && typeof first.id === "string"
    ? first.id
    : null;
}

/** One unit to be priced and bought: a line of goods, or one slot of an appointment line. */
export interface CartUnit {
  line: CartLine;
  quantity: number;
  /** Minor units; `undefined` where it has no price. */
  price: number | undefined;
  compareAt: number | null;
  taxCategory: string | null;
  /** Grams of one unit. */
  weight: number;
  ships: boolean;
  slug: Record<string, string>;
  snapshot: ItemSnapshot;
  reason: Reason | undefined;
  /** Whether it is hidden from buyers, so that it cannot be added to a cart. */
  hidden: boolean;
  /** Units available; null if the stock is not counted. */
  available: number | null;
  counted: boolean;
  allocations: Allocation[];
  appointment: Appointment | undefined;
}

/** The price that counts in sums; 0 for a unit that is no longer sold. */
export function chargeablePrice({ price, reason }: Pick<CartUnit, "price" | "reason">): number {
  return reason === "archived" || reason === "deleted" ? 0 : (price ?? 0);
}

/** A key that is equal for lines of the same product or appointment. */
export function itemKey(unit: Pick<CartUnit, "line" | "appointment">): string {
  const { line, appointment } = unit;
  if (line.type === "product") return `${line.product_id} ${line.variant_id}`;
  return `${line.service_id} ${line.provider_id} ${appointment?.slot.from ?? ""}`;
}
