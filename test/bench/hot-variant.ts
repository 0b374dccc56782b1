import { randomFrom } from "#test/support/random.ts";
import { textTable } from "./measure.ts";

/** Sales a second that a partition's 1,000 write units allow: a sale costs two, as it is a transaction. */
const SALES_LIMIT = 1000 / 2;
/** Most tries of a transaction, and most runs of the code that makes it. */
const MAX_TRIES = 6;
const MAX_RUNS = 6;
const SECONDS = 20;

type Buyer = { at: number; tries: number; runs: number };

/**
 * Simulates sales a second of one variant, whose stock is one item. Concurrent transactions are refused and tried
 * again after a pause. DynamoDB does not say how long a transaction locks an item: the figures assume 5, 10 and 20 ms.
 */
export function hotVariantReport(): string {
  const rows = [["item taken for", "buyers a second", "sold a second", "given up"]];
  for (const taken of [5, 10, 20]) {
    const offers = [50, 100, 200, 500].map((offered) => ({
      offered,
      ...simulateSales(offered, taken / 1000),
    }));
    for (const { offered, sold, lost } of offers)
      rows.push([`${taken} ms`, String(offered), sold.toFixed(0), `${(100 * lost).toFixed(0)} %`]);
  }
  return `One hot variant: at most ${SALES_LIMIT} sales a second by its units; simulated, with conflicts:\n\n${textTable(rows)}`;
}

function simulateSales(offered: number, taken: number): { sold: number; lost: number } {
  const random = randomFrom(1);
  const chance = () => random.int(1_000_000) / 1_000_000;
  const waiting: Buyer[] = Array.from({ length: offered * SECONDS }, () => ({
    at: chance() * SECONDS,
    tries: 1,
    runs: 1,
  }));
  waiting.sort((one, other) => other.at - one.at);
  let [free, sold, lost] = [0, 0, 0];
  for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) {
    if (buyer.at >= free) {
      free = buyer.at + taken;
      sold += 1;
      continue;
    }
    const next = retryLater(buyer, chance);
    if (next) waiting.splice(insertionIndex(waiting, next.at), 0, next);
    else lost += 1;
  }
  return { sold: sold / Math.max(free, SECONDS), lost: lost / (offered * SECONDS) };
}

/** The index at which a time belongs in a list sorted from latest to earliest. */
function insertionIndex(waiting: Buyer[], at: number): number {
  let [low, high] = [0, waiting.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((waiting[middle]?.at ?? 0) > at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function retryLater({ at, tries, runs }: Buyer, chance: () => number): Buyer | undefined {
  if (tries < MAX_TRIES) return { at: at + (chance() * 10 * 2 ** tries) / 1000, tries: tries + 1, runs };
  if (runs < MAX_RUNS) return { at: at + (chance() * 5 * 2 ** runs) / 1000, tries: 1, runs: runs + 1 };
  return undefined;
}
