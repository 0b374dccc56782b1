import type { Context } from "#core/context.ts";
import { packTransactions } from "#core/dynamo/pack-transactions.ts";
import { MAX_WRITES, transact, type Write } from "#core/dynamo/transact.ts";

/** The stored answer of an Idempotency-Key takes one item of the transaction. */
const EXTRA_ITEMS = 1;

/**
 * Writes a product with its SKU claims and stock levels, in one transaction if they fit. Otherwise claims and levels
 * are written first, where nobody sees them, and then the product. If the product fails, they are removed; after a
 * crash they have no effect.
 */
export async function writeProduct<A>(
  ctx: Context,
  product: (Write | undefined)[],
  before: Write[],
  answer: A,
): Promise<A> {
  const own = product.filter((write) => write !== undefined);
  if (sizeOf([...before, ...own]) + EXTRA_ITEMS <= MAX_WRITES)
    return transact(ctx, [...before, ...own], answer);
  const written: Write[] = [];
  try {
    for (const some of packTransactions(before.map((write) => [write]))) {
      await transact(ctx, some);
      written.push(...some);
    }
    return await transact(ctx, own, answer);
  } catch (error) {
    for (const some of packTransactions(written.flatMap(undoWrite).map((write) => [write])))
      await transact(ctx, some);
    throw error;
  }
}

function undoWrite({ entity, put }: Write): Write[] {
  return put ? [{ entity, remove: { pk: String(put.pk), sk: String(put.sk) } }] : [];
}

function sizeOf(writes: Write[]): number {
  return writes.reduce((sum, { also = [] }) => sum + 1 + also.length, 0);
}
