import { paymentProviders } from "#functions/money/payments/routes.ts";
import { ok } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";
import { OMISSION_REASONS, type Recipes } from "./recipe.ts";
import { paymentMethods } from "./tenancy.ts";
import type { World } from "./world.ts";

const promoConditions = (seed: number) => [
  { type: "products", value: { value: [`prod_${seed}`] } },
  { type: "services", value: { value: [`svc_${seed}`] } },
  { type: "min_order_amount", value: { value: seed } },
  { type: "max_uses", value: { value: seed } },
  { type: "max_uses_per_user", value: { value: seed } },
  { type: "date_range", value: { value: { start: 1000 + seed, end: 2000 + seed } } },
];

const promoCodeRecipe = {
  asks: (_: World, seed: number) => ({
    body: {
      discounts: [
        { type: "items_percentage", market_id: ["eu", "us"][seed % 2] },
        { type: "items_fixed", market_id: "eu" },
        { type: "shipping_percentage", market_id: "us" },
      ],
      conditions: promoConditions(seed),
    },
  }),
};

const marketRecipe = {
  asks: (_: World, seed: number) => {
    const currency = ["EUR", "USD"][seed % 2];
    return { body: { currency, tax_bps: 100 + seed, payment_methods: paymentMethods(seed) } };
  },
};

export const MONEY: Recipes = {
  createPromoCode: promoCodeRecipe,
  updatePromoCode: promoCodeRecipe,
  createMarket: marketRecipe,
  updateMarket: marketRecipe,
  createPaymentProvider: {
    asks: async (_, seed) => {
      const { id: storeId, owner: as } = await openStore();
      const keys = { secret_key: `sk_test_whole${seed}`, webhook_secret: `whsec_whole_${seed}` };
      return { as, params: { storeId }, body: { ...keys, publishable_key: `pk_test_whole${seed}` } };
    },
    read: async (_, { params, as }) => {
      const list = await ok(paymentProviders.listPaymentProviders, {
        params: { storeId: params.storeId ?? "" },
        as,
      });
      return list.items[0];
    },
    not: { secret_key: OMISSION_REASONS.secret, webhook_secret: OMISSION_REASONS.secret },
  },
};
