// A currency with its tax, ways to pay, and zones with their shipping.

import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { MARKET } from "#lib/money/markets/errors.ts";
import { CreateMarket, MarketList, MarketView, UpdateMarket } from "#lib/money/markets/schema.ts";

export const markets = routes("money/markets", "/v1/stores/{storeId}/markets", {
  createMarket: post("", {
    summary: "Create a market: a currency with tax, payment and shipping methods",
    needs: "WRITE",
    body: CreateMarket,
    returns: MarketView,
    status: 201,
    errors: [MARKET.KEY_TAKEN],
    emits: ["store.updated"],
    extension: true,
  }),
  listMarkets: get("", {
    summary: "Markets of a store",
    needs: "public",
    also: ["/v1/storefront/{storeId}/markets"],
    returns: MarketList,
    extension: true,
  }),
  getMarket: get("/{marketId}", {
    summary: "One market, by id or key",
    needs: "public",
    also: ["/v1/storefront/{storeId}/markets/{marketId}"],
    returns: MarketView,
    extension: true,
  }),
  updateMarket: put("/{marketId}", {
    summary: "Change a market",
    needs: "WRITE",
    body: UpdateMarket,
    returns: MarketView,
    errors: [MARKET.KEY_TAKEN],
    emits: ["store.updated"],
    extension: true,
  }),
  deleteMarket: del("/{marketId}", {
    summary: "Delete a market",
    needs: "WRITE",
    returns: Deleted,
    errors: [MARKET.LAST],
    emits: ["store.updated"],
    extension: true,
  }),
});
