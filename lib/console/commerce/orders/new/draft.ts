import type { Schemas } from "#console/shared/api/types.ts";
import type { Good } from "./goods.ts";

export interface Draft {
  email: string;
  market: string;
  lines: readonly (Good & { quantity: number })[];
  name: string;
  street1: string;
  postal_code: string;
  city: string;
  country: string;
  shipping: string;
  promo: string;
  payment: string;
}

export const EMPTY_DRAFT: Draft = {
  email: "",
  market: "",
  lines: [],
  name: "",
  street1: "",
  postal_code: "",
  city: "",
  country: "",
  shipping: "",
  promo: "",
  payment: "",
};

/** The request for a quote; undefined without items or without a market. */
export function quoteRequest(draft: Draft): Schemas["QuoteOrder"] | undefined {
  if (draft.lines.length === 0 || !draft.market) return undefined;
  const { name, street1, postal_code, city, country } = draft;
  const address = { name, street1, postal_code, city, country: country.trim().toUpperCase() };
  const filled = Object.entries(address).filter(([, value]) => value.trim() !== "");
  return {
    market: draft.market,
    items: draft.lines.map(({ product_id, variant_id, quantity }) => ({
      type: "product",
      product_id,
      variant_id,
      quantity,
    })),
    ...(filled.length > 0 ? { shipping_address: Object.fromEntries(filled) } : {}),
    ...(draft.promo.trim() ? { promo_code: draft.promo.trim() } : {}),
    ...(draft.payment ? { payment_method_key: draft.payment } : {}),
    ...(draft.shipping ? { shipping_method_id: draft.shipping } : {}),
  };
}
