import * as z from "zod";
import { OpenMarket } from "./schema.ts";

const StoreSummary = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  timezone: z.string(),
  languages: z.array(z.object({ id: z.string(), code: z.string(), is_default: z.boolean() })),
  logo: z.string().nullable(),
});

/** How a store takes cards, as far as its pages need to know. */
const CardSettings = z.object({ provider: z.string().nullable(), publishable_key: z.string().nullable() });

/** What a visitor sees of a store: the store, a market, and how cards are taken. */
export const Place = z.object({
  store: StoreSummary.extend({ payment: CardSettings }),
  market: OpenMarket.nullable(),
  payment: CardSettings,
});
export type Place = z.output<typeof Place>;

export const Storefront = StoreSummary.extend({ markets: z.array(OpenMarket), payment: CardSettings });
export type Storefront = z.output<typeof Storefront>;
