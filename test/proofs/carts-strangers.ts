import * as fc from "fast-check";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok } from "#test/support/client.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { openShop, sell } from "#test/support/shop.ts";
import { interposed } from "#test/support/table.ts";
import {
  ACTS,
  type Act,
  BROWSERS,
  hear,
  type Plan,
  Sequence,
  type Stage,
  type Step,
  type Strangers,
} from "./carts-strangers-sequence.ts";

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(BROWSERS - 1),
  act: fc.oneof(
    ...Object.entries(ACTS).map(([act, weight]) => ({ weight, arbitrary: fc.constant(act as Act) })),
  ),
  pick: fc.nat(1000),
  more: fc.nat(1000),
});
const together = fc.oneof(
  { weight: 6, arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(step, { minLength: 2, maxLength: 2, selector: ({ who }) => who }),
  },
);
const plans: fc.Arbitrary<Plan> = fc.array(together, { minLength: 5, maxLength: 14, size: "max" });

interface Options {
  sequences: number;
  /** Sequences at a time. */
  width: number;
  /** Sequences in one store. */
  crowd: number;
  /** Milliseconds after which none begins any more. */
  patience?: number;
}

/**
 * Visitors of one store who make, link, recover, join, prove, sign in, change, order and sign out in any sequence, some at
 * once: nobody ever reads or changes what another typed, an order says what its buyer sent last, and the lines of a link
 * arrive.
 */
export async function strangers(
  random: Random,
  { sequences, width, crowd, patience = Number.POSITIVE_INFINITY }: Options,
): Promise<Strangers> {
  const told: Strangers = {
    sequences: 0,
    calls: 0,
    linked: 0,
    proofs: 0,
    ordered: 0,
    mails: 0,
    refused: 0,
  };
  const until = performance.now() + patience;
  const chosen = fc.sample(plans, { seed: random.seed, numRuns: sequences });
  const stages: Promise<Stage>[] = [];
  const stageOf = (index: number) => (stages[Math.floor(index / crowd)] ??= openStage());
  const run = (index: number, plan: Plan, sequence: number) =>
    stageOf(index).then((stage) => new Sequence(stage, sequence, told).run(plan));
  await interposed(hear, () =>
    inParallel(sequences, width, async (index) => {
      const plan = chosen[index] ?? [];
      if (performance.now() > until) return;
      told.sequences++;
      try {
        await run(index, plan, index);
      } catch (error) {
        const again = (smaller: Plan, tries: number) => run(index, smaller, sequences + 1000 * index + tries);
        const { least, why } = await smallest(plan, error, again);
        throw new Error(`Sequence ${index}: ${why}\n${least.map(wordsOf).join("\n")}`, { cause: error });
      }
    }),
  );
  return told;
}

/** The shortest part of a plan that still fails, as far as leaving out its steps one by one finds it. */
async function smallest(
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

function wordsOf(steps: Step[]): string {
  return steps.map(({ who, act, pick, more }) => `${who} ${act} ${pick} ${more}`).join(" | ");
}

async function openStage(): Promise<Stage> {
  const shop = await openShop({ units: null });
  const commerce = { recovery_mail: true, storefront_url: "https://shop.example/cart" };
  await ok(businesses.updateBusiness, {
    params: { businessId: shop.id },
    as: shop.owner,
    body: { configs: { commerce } },
  });
  const ring = await sell(shop, "ring", { amount: 700, units: null });
  const { service_id, provider_id } = shop;
  return { shop, goods: [shop.mug, shop.voucher, ring], services: { service_id, provider_id } };
}
