import { AsyncLocalStorage } from "node:async_hooks";
import type { Key } from "./key.ts";

type Item = Record<string, unknown> | undefined;

/** An item that a request must have read before it writes. */
export interface Owed {
  key: Key;
  /** Reads the item alone. */
  read(): Promise<Item>;
  /** Throws what the request answers where the item forbids it to write. */
  judge(item: Item): void;
}

interface Debt extends Owed {
  paid?: Promise<void> | undefined;
}

// Ambient, unlike all else: reads carry no context, and any of them may be the first of its request.
const debts = new AsyncLocalStorage<Debt>();

/**
 * Runs something that must have read an item before it writes or ends. Its first consistent read by key takes the item
 * along in the same round trip; a query reads it side by side; what writes without any read waits for it.
 */
export function owing<A>(owed: Owed | undefined, run: () => Promise<A>): Promise<A> {
  if (!owed) return run();
  return debts.run({ ...owed }, async () => {
    const answer = await run();
    await settled();
    return answer;
  });
}

/** The key that the next read is to take along; `undefined` where nothing is owed any more. */
export function owedKey(): Key | undefined {
  const debt = debts.getStore();
  return debt && !debt.paid ? debt.key : undefined;
}

/** Has a read that is under way pay what is owed. Waits for it; throws where the item forbids to go on. */
export function payBy(reading: Promise<Item>): Promise<void> {
  const debt = debts.getStore();
  if (!debt) return Promise.resolve();
  const item = reading.catch((error: unknown) => {
    // Nothing was read: the next read is to take it along.
    debt.paid = undefined;
    throw error;
  });
  const paid = item.then((found) => debt.judge(found));
  // Whoever asks later gets the refusal too.
  paid.catch(() => undefined);
  debt.paid = paid;
  return paid;
}

/** Waits until nothing is owed: before a write, and beside a read that can take nothing along. */
export async function settled(): Promise<void> {
  const debt = debts.getStore();
  if (debt) await (debt.paid ?? payBy(debt.read()));
}
