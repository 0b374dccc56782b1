import { configuredBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ApiError } from "#core/errors.ts";
import { sameMailbox } from "#core/mail/address-schema.ts";
import { keyedHash } from "#core/seal.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { CashHold } from "./schema.ts";
import { cashCounts } from "./table.ts";

const HASH_PURPOSE = "cash-holds";

/** The limit of one count of unpaid cash orders, and the units that a new order adds to the count. */
export interface CashLimit extends CashHold {
  most: number;
  refusal: () => ApiError;
}

/** Who pays in cash. Unpaid orders are counted and limited by each of these fields separately. */
interface Payer {
  /** Id of the contact or the guest. */
  customer: string;
  email: string | null;
  /** IP address of the caller; left out where networks have no limit. */
  ip?: string | undefined;
}

/**
 * A configured limit: the `count` of a budget, whose window is not used.
 *
 * @param name of the budget; `BUDGETS` can replace its default
 */
export function budgetLimit(name: string, fallback: number): number {
  const [count] = configuredBudget(name, [fallback, 1]);
  return count;
}

type LimitSubject = "customer" | "address" | "network";

/**
 * The limits for one more cash order or booking of a customer.
 *
 * @param kind the budgets are `cash_{kind}_per_customer`, `…_per_address` and `…_per_network`
 * @param refusal makes the error from the subject that reached its limit, and the limit
 */
export async function cashLimitsOf(
  kind: "orders" | "bookings",
  { customer, email, ip }: Payer,
  refusal: (by: LimitSubject, most: number) => ApiError,
): Promise<CashLimit[]> {
  const limit = async (by: LimitSubject, subject: string, fallback: number): Promise<CashLimit> => {
    const most = budgetLimit(`cash_${kind}_per_${by}`, fallback);
    const name = `${kind}#${by}#${await keyedHash(HASH_PURPOSE, subject)}`;
    return { name, units: 1, most, refusal: () => refusal(by, most) };
  };
  return sideBySide([
    limit("customer", customer, 3),
    ...(email === null ? [] : [limit("address", sameMailbox.key(email), 3)]),
    ...(ip ? [limit("network", ip, 10)] : []),
  ]);
}

/** The writes that add to the counts. They fail together when one limit is reached. */
export function takeCashHolds(
  ctx: Pick<Context, "now">,
  tenant_id: string,
  limits: readonly CashLimit[],
): Write[] {
  return limits.map(({ name, units, most, refusal }) => {
    if (units > most) throw refusal();
    return cashCounts.update(
      { tenant_id, name },
      { add: { held: units }, set: { tenant_id, name, updated_at: ctx.now() } },
      { expression: "attribute_not_exists(held) or held <= :room", values: { ":room": most - units } },
      refusal,
    );
  });
}

/** The writes that subtract from the counts. Commit them with the removal of the holds, so that it happens once. */
export function releaseCashHolds(
  ctx: Pick<Context, "now">,
  tenant_id: string,
  holds: readonly CashHold[],
): Write[] {
  return holds.map(({ name, units }) =>
    cashCounts.update(
      { tenant_id, name },
      { add: { held: -units }, set: { tenant_id, name, updated_at: ctx.now() } },
    ),
  );
}

/** The holds to store with the order or booking that caused them. */
export function cashHoldsOf(limits: readonly CashLimit[]): CashHold[] {
  return limits.map(({ name, units }) => ({ name, units }));
}
