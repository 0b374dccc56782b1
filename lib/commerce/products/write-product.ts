import type { Context } from "#core/context.ts";
import { packTransactions } from "#core/dynamo/pack-transactions.ts";
import { MAX_WRITES, transact, type Write } from "#core/dynamo/transact.ts";

/** Items that a transaction has besides: the answer of an Idempotency-Key. */
const BESIDES = 1;

/**
 * Commits a product with the claims and levels that come before it. What fits one transaction is one. A product with
 * very many new variants has its claims and levels written first, which show nowhere, and then the product at once; if
 * that fails they are taken back, and after a crash they count for nothing.
 */
export async function writeProduct<A>(
  ctx: Context,
  product: (Write | undefined)[],
  before: Write[],
  answer: A,
): Promise<A> {
  const own = product.filter((write) => write !== undefined);
  if (sizeOf([...before, ...own]) + BESIDES <= MAX_WRITES) return transact(ctx, [...before, ...own], answer);
  const done: Write[] = [];
  try {
    for (const some of packTransactions(before.map((write) => [write]))) {
      await transact(ctx, some);
      done.push(...some);
    }
    return await transact(ctx, own, answer);
  } catch (error) {
    for (const some of packTransactions(done.flatMap(undo).map((write) => [write])))
      await transact(ctx, some);
    throw error;
  }
}

function undo({ entity, put }: Write): Write[] {
  return put ? [{ entity, remove: { pk: String(put.pk), sk: String(put.sk) } }] : [];
}

function sizeOf(writes: Write[]): number {
  return writes.reduce((sum, { also = [] }) => sum + 1 + also.length, 0);
}
