import * as z from "zod";
import type { Context } from "#core/context.ts";
import { type ApiError, GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changedRecord, newRecord, partOf } from "#core/records/record.ts";
import { takesCards } from "#lib/money/payments/chosen-provider.ts";
import { PAYMENT } from "#lib/money/payments/errors.ts";
import {
  BusinessShippingMethod,
  completeMethod,
  DEFAULT_METHODS,
  findMarket,
  Market,
  type ShippingMethod,
  TaxRate,
  WeightTier,
  Zone,
} from "#lib/tenancy/tenants/market-schema.ts";
import type { Business, Configs } from "#lib/tenancy/tenants/schema.ts";
import { changeConfigs, getTenant } from "#lib/tenancy/tenants/service.ts";
import { MARKET } from "./errors.ts";
import type { CreateMarket, MarketInput, MarketView, StorefrontMarket } from "./schema.ts";

export type MarketPaymentMethod = ReturnType<typeof completeMethod>;

export async function listMarkets(ctx: Context, storeId: string) {
  const tenant = await getTenant(ctx, storeId);
  const markets = tenant.configs.markets ?? [];
  return { items: markets.map((each) => partOf(tenant, viewMarket(each))), cursor: null };
}

export async function getMarket(ctx: Context, storeId: string, id: string): Promise<MarketView> {
  const tenant = await getTenant(ctx, storeId);
  const market = findMarket(tenant.configs.markets ?? [], id);
  if (!market) throw GENERAL.NOT_FOUND();
  return partOf(tenant, viewMarket(market));
}

export function createMarket(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreateMarket>,
): Promise<MarketView> {
  const id = newId("mkt", ctx.clock());
  return changeConfigs(ctx, storeId, (configs) => {
    const { sent, sets } = toStoredNames(input);
    const made = newRecord(DeclaredMarket, { paymentMethods: DEFAULT_METHODS }, sent, { ...sets, id });
    return withMarkets(configs, [...(configs.markets ?? []), made], made);
  });
}

export function updateMarket(
  ctx: Context,
  storeId: string,
  id: string,
  { version, ...input }: MarketInput,
): Promise<MarketView> {
  return changeConfigs(
    ctx,
    storeId,
    (configs) => {
      const before = findMarket(configs.markets ?? [], id);
      if (!before) throw GENERAL.NOT_FOUND();
      const { sent, sets } = toStoredNames(input);
      const after = changedRecord(DeclaredMarket, { ...before, key: before.key ?? before.id }, sent, sets);
      const markets = (configs.markets ?? []).map((each) => (each === before ? after : each));
      return withMarkets(configs, markets, after);
    },
    { version },
  );
}

export async function deleteMarket(ctx: Context, storeId: string, id: string): Promise<void> {
  await changeConfigs(ctx, storeId, (configs) => {
    const market = findMarket(configs.markets ?? [], id);
    if (!market) throw GENERAL.NOT_FOUND();
    const markets = (configs.markets ?? []).filter((each) => each !== market);
    if (markets.length === 0) throw MARKET.LAST();
    return { configs: { ...configs, markets }, answer: undefined };
  });
}

/** Whether any market of a business offers payment by card. A market that names no methods offers it. */
export function offersCards({ configs }: Pick<Business, "configs">): boolean {
  return (configs.markets ?? []).some(
    ({ paymentMethods }) =>
      paymentMethods.length === 0 || paymentMethods.some(({ type }) => type === "credit_card"),
  );
}

/** Payment methods of a market, or cards if it names none; no cards where the business takes none. */
export function paymentMethodsOf(business: Pick<Business, "configs">, market: Market): MarketPaymentMethod[] {
  const named = market.paymentMethods.map(methodView);
  const methods = named.length > 0 ? named : [completeMethod("credit_card")];
  return takesCards(business) ? methods : methods.filter(({ type }) => type !== "credit_card");
}

/**
 * The payment method with this id, key or type. Without a name, the card method, else the market's first one.
 *
 * @throws PAYMENT.METHOD_UNKNOWN; PAYMENT.NO_PROVIDER for cards if the business has no provider
 */
export function choosePaymentMethod(
  business: Pick<Business, "configs">,
  market: Market,
  name: string | undefined,
): MarketPaymentMethod {
  const found = findPaymentMethod(business, market, name);
  if (found instanceof Error) throw found;
  return found;
}

/** Like `choosePaymentMethod`, but returns the error, for callers that collect errors. */
export function findPaymentMethod(
  business: Pick<Business, "configs">,
  market: Market,
  wanted: string | undefined,
): MarketPaymentMethod | ApiError {
  const fits = ({ id, key, type }: MarketPaymentMethod) =>
    [id, key, type].some((name) => name.toLowerCase() === wanted?.toLowerCase());
  const methods = paymentMethodsOf(business, market);
  const byCard = methods.find(({ type }) => type === "credit_card") ?? methods[0];
  const found = wanted === undefined ? byCard : methods.find(fits);
  if (found) return found;
  const isCard =
    wanted === undefined ||
    [...market.paymentMethods.map(methodView), completeMethod("credit_card")].some(
      (each) => fits(each) && each.type === "credit_card",
    );
  if (isCard && !takesCards(business)) return PAYMENT.NO_PROVIDER();
  return PAYMENT.METHOD_UNKNOWN({ market: market.key ?? market.id, method: wanted ?? "" });
}

/** A market as visitors see it, with the payment methods that they can use. */
export function marketForVisitors(business: Pick<Business, "configs">, market: Market): StorefrontMarket {
  return { ...viewMarket(market), payment_methods: paymentMethodsOf(business, market) };
}

function viewMarket(market: Market): StorefrontMarket {
  const { id, key, currency, taxMode, taxBps, zones = [] } = market;
  return {
    id,
    key: key ?? id,
    currency,
    tax_mode: taxMode,
    tax_bps: taxBps,
    payment_methods: market.paymentMethods.map(methodView),
    zones: zones.map(viewZone),
  };
}

function viewZone(zone: Zone, index: number): MarketView["zones"][number] {
  return {
    id: zone.id ?? `zone-${index + 1}`,
    countries: zone.countries,
    states: zone.states,
    postal_codes: zone.postalCodes,
    tax_bps: zone.taxBps ?? null,
    tax_rates: (zone.taxRates ?? []).map(({ category, name, taxBps }) => ({
      category,
      name,
      tax_bps: taxBps,
    })),
    shipping_methods: zone.shippingMethods.map((each) => ({
      id: each.id,
      key: each.key ?? each.id,
      name: each.name || (each.key ?? each.id),
      taxable: each.taxable ?? false,
      eta_text: each.etaText ?? null,
      location_id: each.locationId ?? null,
      amount: each.amount,
      free_above: each.freeAbove ?? null,
      weight_tiers: (each.weightTiers ?? []).map(({ upToGrams, amount }) => ({
        up_to_grams: upToGrams,
        amount,
      })),
    })),
  };
}

function methodView({ id, key, type, method: choice }: MarketPaymentMethod): MarketPaymentMethod {
  return { id, key, type, method: choice };
}

/**
 * The declared fields of a market, so that the compiler refuses others here. Stored markets keep unknown
 * fields, and the store interface ignores those of a request.
 */
const DeclaredMarket = z.object(Market.shape);

/** Splits the input into fields stored under the same name and fields renamed to camelCase. */
function toStoredNames<T extends MarketInput>({ tax_mode, tax_bps, payment_methods, zones, ...sent }: T) {
  const camel = { taxMode: tax_mode, taxBps: tax_bps, paymentMethods: payment_methods };
  return { sent, sets: { ...camel, zones: zones?.map(toZone) } };
}

type ZoneInput = NonNullable<MarketInput["zones"]>[number];

function toZone(
  { postal_codes, tax_bps = null, tax_rates, shipping_methods, ...sent }: ZoneInput,
  index: number,
): Zone {
  return newRecord(Zone, { id: `zone-${index + 1}` }, sent, {
    postalCodes: postal_codes,
    taxBps: tax_bps,
    taxRates: tax_rates.map(({ tax_bps: bps, ...rate }) => newRecord(TaxRate, {}, rate, { taxBps: bps })),
    shippingMethods: shipping_methods.map(toShippingMethod),
  });
}

function toShippingMethod({
  eta_text = null,
  location_id = null,
  free_above = null,
  weight_tiers,
  ...sent
}: ZoneInput["shipping_methods"][number]): ShippingMethod {
  const name = sent.id ?? sent.key ?? "";
  return newRecord(BusinessShippingMethod, { id: name, key: name, name: "", taxable: false }, sent, {
    etaText: eta_text,
    locationId: location_id,
    freeAbove: free_above,
    weightTiers: weight_tiers.map(({ up_to_grams, ...tier }) =>
      newRecord(WeightTier, {}, tier, { upToGrams: up_to_grams }),
    ),
  });
}

function withMarkets(configs: Configs, markets: Market[], made: Market) {
  const key = made.key ?? made.id;
  const twins = markets.filter((each) => each !== made && (each.id === key || each.key === key));
  if (twins.length > 0) throw MARKET.KEY_TAKEN({ key });
  return { configs: { ...configs, markets }, answer: viewMarket(made) };
}
