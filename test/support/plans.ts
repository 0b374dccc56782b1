import { afterAll, beforeAll } from "vitest";
import type { Operation } from "#core/http/contract.ts";
import type { PlanInput } from "#lib/tenancy/plans/schema.ts";
import { invokeDirect } from "./direct.ts";

const monthlyLimit = (limit: number) => ({ limit, reset: "monthly" as const });
const lastingLimit = (limit: number) => ({ limit, reset: "never" as const });
const monthlyPrice = (amount: number) => ({ amount, currency: "USD", interval: "month" as const });

/** Plans with low limits. */
export const TEST_PLANS: PlanInput[] = [
  {
    id: "free",
    name: "Free",
    tier: 0,
    price: monthlyPrice(0),
    features: {
      members: lastingLimit(2),
      products: lastingLimit(3),
      storage_bytes: lastingLimit(1000),
      ai_answers: monthlyLimit(2),
      newsletter_mails: monthlyLimit(2),
      stores: lastingLimit(2),
    },
  },
  {
    id: "pro",
    name: "Pro",
    tier: 1,
    price: monthlyPrice(2900),
    features: { members: lastingLimit(4), products: lastingLimit(6), stores: lastingLimit(4) },
    provider_price: "pro_monthly",
  },
  {
    id: "scale",
    name: "Scale",
    tier: 2,
    price: monthlyPrice(9900),
    features: {},
    provider_price: "scale_monthly",
  },
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

interface HandlerRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  at?: number;
}

/** Calls a handler in this process. */
export async function callHandler(operation: Operation, { body, at, ...asked }: HandlerRequest = {}) {
  const reply = await invokeDirect(operation, {
    ...asked,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(at === undefined ? {} : { headers: { "x-local-time": String(at) } }),
  });
  const json = reply.headers["content-type"]?.startsWith("application/json");
  return { status: reply.status, headers: reply.headers, body: json ? JSON.parse(reply.body) : reply.body };
}
