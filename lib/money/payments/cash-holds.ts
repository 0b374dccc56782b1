import { configuredBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { ApiError } from "#core/errors.ts";
import { sameMailbox } from "#core/mail/address-schema.ts";
import { keyedHash } from "#core/seal.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { CashHold } from "./schema.ts";
import { cashCounts } from "./table.ts";

const PURPOSE = "cash-holds";

/** How much of one kind may be held at once by who has not paid yet, and is to pay in cash. */
export interface CashLimit extends CashHold {
  most: number;
  /** What is answered where more would be held. */
  refusal: () => ApiError;
}

/** Whom what is to be paid in cash is counted by, each by its own number. */
interface Payer {
  /** Id of the contact or the guest. */
  customer: string;
  email: string | null;
  /** Address that the caller is counted by; left out where it does not count. */
  ip?: string | undefined;
}

/**
 * A number of the configuration: the `count` of a budget that has no window.
 *
 * @param name of the budget; `BUDGETS` can replace its default
 */
export function budgetLimit(name: string, fallback: number): number {
  const [count] = configuredBudget(name, [fallback, 1]);
  return count;
}

type By = "customer" | "address" | "network";

/**
 * The limits of who asks for one thing more that is to be paid in cash.
 *
 * @param kind of thing, such as `orders`; the budgets are `cash_{kind}_per_customer`, `…_per_address`, `…_per_network`
 * @param refusal made of what there are too many of, and of how many there may be
 */
export async function cashLimitsOf(
  kind: "orders" | "bookings",
  { customer, email, ip }: Payer,
  refusal: (by: By, most: number) => ApiError,
): Promise<CashLimit[]> {
  const limit = async (by: By, subject: string, fallback: number): Promise<CashLimit> => {
    const most = budgetLimit(`cash_${kind}_per_${by}`, fallback);
    const name = `${kind}#${by}#${await keyedHash(PURPOSE, subject)}`;
    return { name, units: 1, most, refusal: () => refusal(by, most) };
  };
  return sideBySide([
    limit("customer", customer, 3),
    ...(email === null ? [] : [limit("address", sameMailbox.key(email), 3)]),
    ...(ip ? [limit("network", ip, 10)] : []),
  ]);
}

/** The writes that hold so much more, for the transaction of what is held: none holds where one limit is reached. */
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

/** The writes that hold no more of it, for the transaction that takes the holds off what was held: so it happens once. */
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

/** What is kept of limits with what is held by them. */
export function cashHoldsOf(limits: readonly CashLimit[]): CashHold[] {
  return limits.map(({ name, units }) => ({ name, units }));
}
