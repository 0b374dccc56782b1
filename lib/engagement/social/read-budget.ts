import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/errors.ts";
import { DAY } from "#core/seconds.ts";
import { LIMITS } from "./limits.ts";
import { NetworkError } from "./port.ts";
import type { ProviderType } from "./schema.ts";

/** Most reads per account and day at networks where reads are free, and at those where they cost money. */
const FREE_READS: Budget = [5000, DAY];
const PAID_READS: Budget = [200, DAY];

/** Counts reads against an account's daily budget; throws once it is used up. */
export async function spendReads(
  ctx: Context,
  type: ProviderType,
  accountId: string,
  count: number,
): Promise<void> {
  const budget = LIMITS[type].cost ? PAID_READS : FREE_READS;
  try {
    for (let index = 0; index < count; index++) await spendBudget(ctx, "social-reads", accountId, budget);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new NetworkError("limited", "budget_spent", "This account's reads of the day are used up.", {
      for: error.retryAfter ?? 60,
    });
  }
}

/** The most that reading so many records costs, in US dollars: networks charge per record. */
export function costOfReads(type: ProviderType, records: number): number {
  return (LIMITS[type].cost?.read ?? 0) * records;
}
