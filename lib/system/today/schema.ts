import * as z from "zod";

const Count = z.int().min(0);

/** What a store has to do now, and what is left of its day. */
export const Today = z
  .object({
    as_of: z.int(),
    timezone: z.string(),
    date: z.iso.date(),
    complete: z.boolean(),
    orders: z.object({ confirm: Count, ship: Count, collect: Count, pay: Count, return: Count }),
    appointments: z.object({ today: Count, left: Count, confirm: Count }),
    conversations: z.object({ waiting: Count, mine: Count }),
    stock: z.object({ low: Count }),
    webhooks: z.object({ failing: Count }).nullable(),
    publications: z.object({ failed: Count }),
  })
  .meta({
    examples: [
      {
        as_of: 1790000000,
        timezone: "Europe/Berlin",
        date: "2026-09-21",
        complete: true,
        orders: { confirm: 1, ship: 3, collect: 0, pay: 2, return: 0 },
        appointments: { today: 6, left: 4, confirm: 1 },
        conversations: { waiting: 1, mine: 2 },
        stock: { low: 2 },
        webhooks: { failing: 0 },
        publications: { failed: 0 },
      },
    ],
  });
export type Today = z.output<typeof Today>;
