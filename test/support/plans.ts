import { afterAll, beforeAll } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import type { PlanInput } from "#lib/tenancy/plans/schema.ts";
import { invokeDirect } from "./direct.ts";

const monthly = (limit: number) => ({ limit, reset: "monthly" as const });
const never = (limit: number) => ({ limit, reset: "never" as const });
const price = (amount: number) => ({ amount, currency: "USD", interval: "month" as const });

/** Plans with low limits. */
export const TEST_PLANS: PlanInput[] = [
  {
    id: "free",
    name: "Free",
    tier: 0,
    price: price(0),
    features: {
      members: never(2),
      products: never(3),
      storage_bytes: never(1000),
      ai_answers: monthly(2),
      newsletter_mails: monthly(2),
      stores: never(2),
    },
  },
  {
    id: "pro",
    name: "Pro",
    tier: 1,
    price: price(2900),
    features: { members: never(4), products: never(6), stores: never(4) },
    provider_price: "pro_monthly",
  },
  { id: "scale", name: "Scale", tier: 2, price: price(9900), features: {}, provider_price: "scale_monthly" },
];

/** Lets handlers in this process sell the test plans; the stack has no plans. */
export function sellPlans(): void {
  const before = process.env.PLANS;
  beforeAll(() => {
    process.env.PLANS = JSON.stringify(TEST_PLANS);
  });
  afterAll(() => {
    process.env.PLANS = before;
  });
}

interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  at?: number;
}

/** Calls a handler in this process. */
export async function callHandler(operation: Operation, { body, at, ...asked }: Asked = {}) {
  const reply = await invokeDirect(operation, {
    ...asked,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(at === undefined ? {} : { headers: { "x-local-time": String(at) } }),
  });
  const json = reply.headers["content-type"]?.startsWith("application/json");
  return { status: reply.status, headers: reply.headers, body: json ? JSON.parse(reply.body) : reply.body };
}
