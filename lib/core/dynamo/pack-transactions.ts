import { jsonBytes } from "#core/dynamo/list/page.ts";
import { MAX_WRITES, type Write } from "./transact.ts";

/** Most bytes of JSON in one transaction. DynamoDB takes 4 MB, where the removed items may count too. */
const MAX_TRANSACTION_BYTES = 1_500_000;

/** Packs groups of writes, each of which must stay together, into as few transactions as possible. */
export function packTransactions(groups: Write[][]): Write[][] {
  const transactions: Write[][] = [];
  let count = 0;
  let bytes = 0;
  for (const group of groups) {
    const all = group.flatMap((write) => [write, ...(write.also ?? [])]);
    const size = all.reduce((sum, { put }) => sum + (put ? jsonBytes(put) : 0), 0);
    const last = transactions.at(-1);
    if (last && count + all.length <= MAX_WRITES && bytes + size <= MAX_TRANSACTION_BYTES) {
      last.push(...group);
      count += all.length;
      bytes += size;
    } else {
      transactions.push([...group]);
      count = all.length;
      bytes = size;
    }
  }
  return transactions;
}
