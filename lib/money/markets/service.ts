import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { GENERAL } from "#core/errors.ts";
import { given } from "#core/given.ts";
import { newId } from "#core/id.ts";
import type { Configs, Market, Zone } from "#lib/tenancy/tenants/schema.ts";
import { changeConfigs, getTenant } from "#lib/tenancy/tenants/service.ts";
import { MARKET } from "./errors.ts";
import type { CreateMarket, MarketInput, MarketView } from "./schema.ts";

/** A way to pay in a market, whichever fields it was described by. */
export interface Method {
  id: string;
  key: string;
  type: "cash" | "credit_card";
}

export async function listMarkets(ctx: Context, storeId: string) {
  const { configs } = await getTenant(ctx, storeId, "/v1/stores");
  return { items: (configs.markets ?? []).map(viewMarket), cursor: null };
}

export async function getMarket(ctx: Context, storeId: string, id: string): Promise<MarketView> {
  const { configs } = await getTenant(ctx, storeId, "/v1/stores");
  const market = findMarket(configs.markets ?? [], id);
  if (!market) throw GENERAL.NOT_FOUND();
  return viewMarket(market);
}

export function createMarket(
  ctx: Context,
  storeId: string,
  { key, currency, ...input }: z.output<typeof CreateMarket>,
): Promise<MarketView> {
  const id = newId("mkt", ctx.clock());
  return changeConfigs(ctx, storeId, (configs) => {
    const made = changed(
      { id, key, currency, taxMode: "EXCLUSIVE", taxBps: 0, paymentMethods: DEFAULT_METHODS },
      input,
    );
    return withMarkets(configs, [...(configs.markets ?? []), made], made);
  });
}

/** Changes the fields that are sent. */
export function updateMarket(
  ctx: Context,
  storeId: string,
  id: string,
  input: MarketInput,
): Promise<MarketView> {
  return changeConfigs(ctx, storeId, (configs) => {
    const before = findMarket(configs.markets ?? [], id);
    if (!before) throw GENERAL.NOT_FOUND();
    const after = changed({ ...before, key: before.key ?? before.id }, input);
    const markets = (configs.markets ?? []).map((each) => (each === before ? after : each));
    return withMarkets(configs, markets, after);
  });
}

export async function deleteMarket(ctx: Context, storeId: string, id: string): Promise<void> {
  await changeConfigs(ctx, storeId, (configs) => {
    const market = findMarket(configs.markets ?? [], id);
    if (!market) throw GENERAL.NOT_FOUND();
    const markets = (configs.markets ?? []).filter((each) => each !== market);
    if (markets.length === 0) throw MARKET.LAST();
    return { configs: { ...configs, markets }, answer: null };
  });
}

/** A market by its id or key. */
export function findMarket(markets: readonly Market[], wanted: string): Market | undefined {
  return markets.find(({ id }) => id === wanted) ?? markets.find(({ key }) => key === wanted);
}

/** Ways to pay in a market: by card, unless it names some. */
export function waysToPay(market: Market): Method[] {
  const methods = methodsOf(market);
  return methods.length > 0 ? methods : [{ id: "credit_card", key: "credit_card", type: "credit_card" }];
}

function methodsOf({ paymentMethods }: Market): Method[] {
  return paymentMethods.map(({ id, key, type, method }) => {
    const name = type ?? (method?.toLowerCase() === "cash" ? "cash" : "credit_card");
    return { id: id ?? key ?? name, key: key ?? id ?? name, type: name };
  });
}

export function viewMarket(market: Market): MarketView {
  const { id, key, currency, taxMode, taxBps, zones = [] } = market;
  return {
    id,
    key: key ?? id,
    currency,
    tax_mode: taxMode,
    tax_bps: taxBps,
    payment_methods: methodsOf(market),
    zones: zones.map((zone) => ({
      countries: zone.countries,
      states: zone.states,
      postal_codes: zone.postalCodes,
      tax_bps: zone.taxBps ?? null,
      shipping_methods: zone.shippingMethods.map((method) => ({
        id: method.id,
        amount: method.amount,
        free_above: method.freeAbove ?? null,
        eta_text: method.etaText ?? null,
      })),
    })),
  };
}

const DEFAULT_METHODS = [
  { id: "cash", key: "cash", type: "cash" as const },
  { id: "credit_card", key: "credit_card", type: "credit_card" as const },
];

function changed(
  before: Market,
  { tax_mode, tax_bps, payment_methods, zones, ...input }: MarketInput,
): Market {
  return {
    ...before,
    ...given(input),
    ...given({ taxMode: tax_mode, taxBps: tax_bps }),
    ...(payment_methods
      ? {
          paymentMethods: payment_methods.map((method) => ({
            ...method,
            id: method.id ?? method.key ?? method.type,
          })),
        }
      : {}),
    ...(zones ? { zones: zones.map(zoneFrom) } : {}),
  };
}

function zoneFrom(zone: NonNullable<MarketInput["zones"]>[number]): Zone {
  return {
    countries: zone.countries,
    states: zone.states,
    postalCodes: zone.postal_codes,
    taxBps: zone.tax_bps ?? null,
    shippingMethods: zone.shipping_methods.map(({ id, amount, free_above, eta_text }) => ({
      id,
      amount,
      freeAbove: free_above ?? null,
      etaText: eta_text ?? null,
    })),
  };
}

function withMarkets(configs: Configs, markets: Market[], made: Market) {
  const key = made.key ?? made.id;
  const twins = markets.filter((each) => each !== made && (each.id === key || each.key === key));
  if (twins.length > 0) throw MARKET.KEY_TAKEN({ key });
  return { configs: { ...configs, markets }, answer: viewMarket(made) };
}
