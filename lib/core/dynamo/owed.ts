import { AsyncLocalStorage } from "node:async_hooks";
import { type Key, nameOf } from "./key.ts";

type Item = Record<string, unknown> | undefined;
type Items = ReadonlyMap<string, Record<string, unknown>>;

/** An item that a request must have read before it writes or ends. */
export interface Owed {
  key: Key;
  /** Throws what the request answers where the item forbids it to go on. */
  judge(item: Item): void;
  /** Whether it was read and judged since the request began. What is tried again owes it again. */
  known?: boolean;
}

interface Debt {
  owed: readonly Owed[];
  /** What the next read is to take along; the rest is known. */
  due: readonly Owed[];
  paid?: Promise<void> | undefined;
  /** Reads items alone. */
  read(keys: Key[]): Promise<Items>;
}

// Ambient, unlike all else: reads carry no context, and any of them may be the first of its request.
const debts = new AsyncLocalStorage<Debt>();

/**
 * Runs something that must have read some items before it writes or ends. Its first consistent read by key takes them
 * along in the same round trip; a query reads them side by side; what writes without any read waits for them.
 *
 * @param read reads items alone, strongly consistent, by `nameOf` their keys
 */
export function owing<A>(owed: readonly Owed[], read: Debt["read"], run: () => Promise<A>): Promise<A> {
  if (owed.length === 0) return run();
  return debts.run({ owed, due: owed.filter(({ known }) => !known), read }, async () => {
    const answer = await run();
    await settled();
    return answer;
  });
}

/** Says that what was read may be out of date by now: what comes next owes all of it again. */
export function oweAgain(): void {
  const debt = debts.getStore();
  if (debt) Object.assign(debt, { due: debt.owed, paid: undefined });
}

/** The keys that the next read is to take along; none where nothing is owed any more. */
export function owedKeys(): Key[] {
  const debt = debts.getStore();
  return debt && !debt.paid ? debt.due.map(({ key }) => key) : [];
}

/** Has a read that is under way pay what is owed. Waits for it; throws where an item forbids to go on. */
export function payBy(reading: Promise<Items>): Promise<void> {
  const debt = debts.getStore();
  if (!debt) return Promise.resolve();
  const { due } = debt;
  const items = reading.catch((error: unknown) => {
    // Nothing was read: the next read is to take it along.
    debt.paid = undefined;
    throw error;
  });
  const paid = items.then((found) => {
    for (const { key, judge } of due) judge(found.get(nameOf(key)));
  });
  // Whoever asks later gets the refusal too.
  paid.catch(() => undefined);
  debt.paid = paid;
  return paid;
}

/** Waits until nothing is owed: before a write, and beside a read that can take nothing along. */
export async function settled(): Promise<void> {
  const debt = debts.getStore();
  if (!debt) return;
  const keys = owedKeys();
  if (keys.length > 0) await payBy(debt.read(keys));
  else await debt.paid;
}
