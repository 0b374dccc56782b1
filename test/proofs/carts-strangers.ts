import { setImmediate } from "node:timers/promises";
import * as fc from "fast-check";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok } from "#test/support/client.ts";
import type { MemoryTable } from "#test/support/memory-table.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { createGoods, openShop } from "#test/support/shop.ts";
import { interceptCalls, withMemoryTable } from "#test/support/table.ts";
import {
  ACT_WEIGHTS,
  type Act,
  BROWSERS,
  type Plan,
  type ProofShop,
  recordOutput,
  Sequence,
  type Step,
  type StrangerTotals,
} from "./carts-strangers-sequence.ts";

const anyStep: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(BROWSERS - 1),
  act: fc.oneof(
    ...Object.entries(ACT_WEIGHTS).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Act) })),
  ),
  pick: fc.nat(1000),
  more: fc.nat(1000),
});
const anySteps = fc.oneof(
  { weight: 6, arbitrary: fc.array(anyStep, { minLength: 1, maxLength: 1 }) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(anyStep, { minLength: 2, maxLength: 2, selector: ({ who }) => who }),
  },
);
const anyPlan: fc.Arbitrary<Plan> = fc.array(anySteps, { minLength: 5, maxLength: 14, size: "max" });

/** How often one sequence is repeated when played alone: a race does not happen each time. */
const REPEATS = 40;

interface StrangersOptions {
  sequences: number;
  /** Sequences at a time. */
  width: number;
  sequencesPerStore: number;
  /** Milliseconds after which no further sequence starts. */
  patience?: number;
  /** The number of one sequence, to play it alone several times. */
  only?: number | undefined;
  /** Whether the table is in memory. */
  inMemory?: boolean;
}

/**
 * Visitors of one store fill, share, recover and merge carts, verify emails, order and sign out in any sequence. Nobody
 * reads or changes what another typed, an order has what its buyer sent last, a recovery link adds its cart's lines.
 */
export async function proveStrangers(random: Random, options: StrangersOptions): Promise<StrangerTotals> {
  const { sequences, width, patience = Number.POSITIVE_INFINITY, only } = options;
  const totals = { sequences: 0, calls: 0, linked: 0, proofs: 0, ordered: 0, mails: 0, refused: 0 };
  const until = performance.now() + patience;
  const chosen = fc.sample(anyPlan, { seed: random.seed, numRuns: sequences });
  const keep = options.inMemory ? runInMemory : runOnTable;
  await keep(random, async (drop) => {
    const stages = openProofShops(options, drop);
    await inParallel(only === undefined ? sequences : REPEATS, width, async (turn) => {
      const index = only ?? turn;
      const plan = chosen[index] ?? [];
      if (performance.now() > until) return;
      totals.sequences++;
      const play = (some: Plan, sequence: number) =>
        stages.use(index, (stage) => new Sequence(stage, sequence, totals).run(some));
      try {
        await play(plan, turn);
      } catch (error) {
        const again = (smaller: Plan, tries: number) => play(smaller, sequences + 1000 * turn + tries);
        const { least, why } = await shortestFailing(plan, error, again);
        throw new Error(`Sequence ${index}: ${why}\n${least.map(stepTexts).join("\n")}`, { cause: error });
      }
    });
  });
  return totals;
}

type DropStore = (storeId: string) => void;
type RunWithDrop = (drop: DropStore) => Promise<void>;

function runOnTable(_random: Random, run: RunWithDrop): Promise<void> {
  return interceptCalls(recordOutput, () => run(() => undefined));
}

/** A table in memory always answers in the same order: random delays mix concurrent calls. */
function runInMemory(random: Random, run: RunWithDrop): Promise<void> {
  const late: Parameters<typeof interceptCalls>[0] = async (_, next) => {
    for (let turns = random.int(4); turns > 0; turns--) await setImmediate();
    return next();
  };
  const drops = (memory: MemoryTable) => (storeId: string) =>
    memory.drop((pk) => pk.includes(storeId) || pk.startsWith("MESSAGE#"));
  return interceptCalls(recordOutput, () =>
    interceptCalls(late, () => withMemoryTable((memory) => run(drops(memory)))),
  );
}

/** Opens one store for every `sequencesPerStore` sequences and drops it when all of them have ended. */
function openProofShops({ sequencesPerStore, only }: StrangersOptions, drop: DropStore) {
  const stages: Promise<ProofShop>[] = [];
  const ended: number[] = [];
  const stageOf = (at: number) => (stages[at] ??= openProofShop());
  return {
    async use(index: number, run: (stage: ProofShop) => Promise<void>): Promise<void> {
      const at = Math.floor(index / sequencesPerStore);
      const stage = await stageOf(at);
      await run(stage);
      ended[at] = (ended[at] ?? 0) + 1;
      if (ended[at] === sequencesPerStore && only === undefined) drop(stage.shop.id);
    },
  };
}

/** Shortens a failing plan by leaving out steps one by one as long as it still fails. */
async function shortestFailing(
  plan: Plan,
  failure: unknown,
  run: (plan: Plan, tries: number) => Promise<unknown>,
): Promise<{ least: Plan; why: string }> {
  let [least, why] = [plan, String(failure)];
  let tries = 0;
  for (let at = least.length - 1; at >= 0; at--) {
    const smaller = least.toSpliced(at, 1);
    try {
      await run(smaller, tries++);
    } catch (error) {
      [least, why] = [smaller, String(error)];
    }
  }
  return { least, why };
}

function stepTexts(steps: Step[]): string {
  return steps.map(({ who, act, pick, more }) => `${who} ${act} ${pick} ${more}`).join(" | ");
}

async function openProofShop(): Promise<ProofShop> {
  const shop = await openShop({ units: null });
  const commerce = { recovery_mail: true, storefront_url: "https://shop.example/cart" };
  await ok(businesses.updateBusiness, {
    params: { businessId: shop.id },
    as: shop.owner,
    body: { configs: { commerce } },
  });
  const ring = await createGoods(shop, "ring", { amount: 700, units: null });
  const { service_id, provider_id } = shop;
  return { shop, goods: [shop.mug, shop.voucher, ring], services: { service_id, provider_id } };
}
