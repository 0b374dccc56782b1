import type { Plan } from "#lib/tenancy/plans/schema.ts";

const GB = 1024 ** 3;

/** The plans of a local stack with `PLANS=demo`. */
export const DEMO_PLANS: Plan[] = [
  makePlan("free", "Free", 0, 0, [3, 50, 1000, GB, 100, 3]),
  makePlan("pro", "Pro", 1, 2900, [20, 5000, 50_000, 50 * GB, 5000, 10]),
  makePlan("scale", "Scale", 2, 19_900, [null, null, null, null, null, null]),
];

type Limits = [
  members: number | null,
  products: number | null,
  mails: number | null,
  bytes: number | null,
  answers: number | null,
  stores: number | null,
];

function makePlan(id: string, name: string, tier: number, amount: number, limits: Limits): Plan {
  const [members, products, mails, bytes, answers, stores] = limits;
  const always = (limit: number | null) => ({ limit, reset: "never" as const });
  const monthly = (limit: number | null) => ({ limit, reset: "monthly" as const });
  return {
    id,
    name,
    tier,
    price: { amount, currency: "USD", interval: "month" },
    features: {
      members: always(members),
      products: always(products),
      newsletter_mails: monthly(mails),
      storage_bytes: always(bytes),
      ai_answers: monthly(answers),
      stores: always(stores),
    },
    provider_price: amount === 0 ? null : `${id}_monthly`,
  };
}
