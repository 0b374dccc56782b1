import { UpdateMarket } from "#console/generated/schemas.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { fieldsOf } from "#console/shared/fields.ts";
import type { Values } from "#console/shared/form/merge.ts";
import { type Market, type Zone, zonesText } from "../market-form.ts";

const NEW_MARKET = {
  currency: "EUR",
  tax_mode: "INCLUSIVE",
  tax_bps: 0,
  card: true,
  cash: false,
  zones: [] as Zone[],
};
const f = fieldsOf<typeof NEW_MARKET>(UpdateMarket);

export const CURRENCY = f.text("currency", {
  label: ["Currency", "Währung"],
  help: ["Three letters: EUR, USD", "Drei Buchstaben: EUR, USD"],
});
export const TAX_MODE = f.choice("tax_mode", {
  label: ["Prices", "Preise"],
  choices: [
    ["INCLUSIVE", ["With tax included", "Mit enthaltener Steuer"]],
    ["EXCLUSIVE", ["Without tax, which is added", "Ohne Steuer, die dazukommt"]],
  ],
});
export const TAX = { ...f.number("tax_bps", { label: ["Tax", "Steuer"] }), text: percentText };
export const CARD = f.check("card", { label: ["Buyers pay by card", "Kundschaft zahlt mit Karte"] });
export const CASH = f.check("cash", { label: ["Buyers pay in cash", "Kundschaft zahlt bar"] });
export const ZONES = { ...f.text("zones", { label: ["Zones", "Zonen"] }), text: zonesText };
export const MARKET_FIELDS = [CURRENCY, TAX_MODE, TAX, CARD, CASH, ZONES];

function percentText(value: unknown): string {
  return `${(typeof value === "number" ? value : 0) / 100} %`;
}

export function valuesOf(market: Market | undefined): Values {
  if (!market) return NEW_MARKET;
  const pays = (type: string) => market.payment_methods.some((each) => each.type === type);
  const { currency, tax_mode, tax_bps, zones } = market;
  return { currency, tax_mode, tax_bps, zones, card: pays("credit_card"), cash: pays("cash") };
}

export function bodyOf(changes: Values, all: Values): Schemas["UpdateMarket"] {
  const { card, cash, ...rest } = changes;
  const types = [all.card ? "credit_card" : "", all.cash ? "cash" : ""].filter(Boolean);
  const touched = card !== undefined || cash !== undefined;
  return { ...rest, ...(touched ? { payment_methods: types.map((type) => ({ type })) } : {}) };
}
