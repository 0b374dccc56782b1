import type { Movement, Payment } from "./schema.ts";

/** The recorded movements of a payment's money, with those that are not recorded yet. */
export function withNewMovements(known: readonly Movement[], payment: Payment): Movement[] {
  const { captured, captured_attempt, captured_at, returns, updated_at } = payment;
  const noted = (id: string | null) =>
    known.filter((each) => each.id === id).reduce((sum, { amount }) => sum + amount, 0);
  const came = captured - noted(null);
  const back = returns
    .filter(({ attempt }) => attempt === captured_attempt)
    .map(({ id, status, counted, settled_at }) => {
      const amount = (status === "succeeded" ? counted : 0) - noted(id);
      const isFirst = known.every((each) => each.id !== id);
      return { kind: "refunded" as const, id, amount, at: isFirst ? (settled_at ?? updated_at) : updated_at };
    });
  const first = known.length === 0 ? captured_at : null;
  const money: Movement = { kind: "collected", id: null, amount: came, at: first ?? updated_at };
  return [...known, ...[money, ...back].filter(({ amount }) => amount !== 0)];
}
