import * as z from "zod";

export const TotalsView = z.object({
  currency: z.string(),
  market: z.string(),
  subtotal: z.int(),
  shipping: z.int(),
  discount: z.int(),
  tax: z.int(),
  total: z.int(),
});
export type Totals = z.output<typeof TotalsView>;
