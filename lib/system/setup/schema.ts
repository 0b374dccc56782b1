import * as z from "zod";

/** The setup of a new store, computed from its records. */
export const Setup = z
  .object({
    address: z.boolean(),
    markets_checked: z.boolean(),
    sellable: z.boolean(),
    shipping: z.boolean().nullable(),
    hours: z.boolean().nullable(),
    payments: z.boolean().nullable(),
    team: z.boolean(),
    origins: z.boolean(),
    test_order: z.boolean(),
  })
  .meta({
    examples: [
      {
        address: true,
        markets_checked: true,
        sellable: true,
        shipping: false,
        hours: null,
        payments: false,
        team: false,
        origins: false,
        test_order: false,
      },
    ],
  });
export type Setup = z.output<typeof Setup>;
