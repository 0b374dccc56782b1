import assert from "node:assert/strict";
import type { Context } from "#core/context.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import type { WakeUp } from "#core/queue/wake-up.ts";
import { rememberedHeads } from "#core/sums/heads.ts";
import { hostSum, sumsReading } from "#core/sums/read.ts";
import { maintainSums } from "#core/sums/service.ts";
import { heads } from "#core/sums/table.ts";
import { products } from "#functions/commerce/products/routes.ts";
import type { Stack } from "#infra/local/stack.ts";
import { availableStock } from "#lib/commerce/inventory/plan.ts";
import { levels } from "#lib/commerce/inventory/table.ts";
import { changeInventory } from "#lib/commerce/products/stock.ts";
import { stockSums } from "#lib/commerce/products/stock-sums.ts";
import { products as productTable } from "#lib/commerce/products/table.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { ok } from "#test/support/client.ts";
import { pause } from "#test/support/pause.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { openStore, testContext } from "#test/support/world.ts";
import { tableFaults } from "./table-faults.ts";

const DAY = 86_400;
/** Events of one shop, and how many run at a time. */
const EVENTS_PER_SHOP = 80;
const CONCURRENCY = 6;

interface Shop {
  storeId: string;
  productIds: string[];
  names: string[];
  variants: { product_id: string; variant_id: string }[];
  /** Seconds by which the shop's clock is ahead. */
  ahead: number;
}

/**
 * Changes the stock of shops on the stack while two processes count it under the faults of `tableFaults`, with repeated
 * wake-up messages and recounts. In the end the stack's worker counts all again. Throws if a product's stock differs from
 * its levels.
 */
export async function proveOnStack(stack: Stack, random: Random, shops: number): Promise<string> {
  await Promise.all(["countSums", "tendSums"].map(stack.pause));
  const faults = tableFaults(random);
  const totals = { changes: 0, wakeUps: 0 };
  const made: Shop[] = [];
  try {
    await inParallel(shops, 3, async () => {
      const shop = await openShop(random);
      made.push(shop);
      await runConcurrently(shop, random, faults.strike, totals);
      await assertStock(shop, "counted");
    });
  } finally {
    faults.stop();
    for (const id of ["countSums", "tendSums"]) stack.resume(id);
  }
  await stack.drain({ rounds: 10_000, timeout: 300_000 });
  for (const shop of made) await assertStock(shop, "after the stack's worker had counted all again");
  const met = Object.entries(faults.count).map(([kind, count]) => `${count} ${kind}`);
  return `${shops} shops on the stack, ${totals.changes} changes, ${totals.wakeUps} wake-ups; ${met.join(", ")}; nothing wrong.`;
}

async function openShop(random: Random): Promise<Shop> {
  const { id: storeId, owner: as } = await openStore();
  const made = await Promise.all(
    ["one", "two", "three"].map((key) => {
      const variants = Array.from({ length: 1 + random.int(3) }, () => ({
        inventory: [{ available: random.int(20) }],
      }));
      return ok(products.createProduct, {
        params: { storeId },
        as,
        body: { key, status: "active" as const, variants },
      });
    }),
  );
  const variants = made.flatMap(({ id, variants: all }) =>
    all.map((variant) => ({ product_id: id, variant_id: variant.id })),
  );
  const shop = { storeId, productIds: made.map(({ id }) => id), variants, names: [], ahead: 0 };
  const names = (await levelsOf(shop)).map((level) => recordName(storeId, levels.key(level)));
  return { ...shop, names };
}

type Strike = ReturnType<typeof tableFaults>["strike"];

/** Runs all events concurrently and then waits until the sums are at rest. */
async function runConcurrently(
  shop: Shop,
  random: Random,
  strike: Strike,
  totals: { changes: number; wakeUps: number },
): Promise<void> {
  const { storeId, names } = shop;
  const ctx = contextOf(shop);
  const counters = [newCounter(), newCounter()];
  const sendWakeUp = async (of: string[]) => {
    totals.wakeUps++;
    const wakeUp: WakeUp = { tenant_id: storeId, kind: levels.name, of, again: 0 };
    await strike(() => random.pick(counters).count(ctx, [wakeUp, wakeUp]));
  };
  const tend = () =>
    strike(async () => {
      shop.ahead += 70;
      const message = { tenant_id: storeId, tally: stockSums.name };
      await random
        .pick(counters)
        .tend(ctx, message, Number.POSITIVE_INFINITY)
        .catch(() => undefined);
    });
  await inParallel(EVENTS_PER_SHOP, CONCURRENCY, async (at) => {
    const chance = random.int(10);
    if (at === 20) await random.pick(counters).recount(ctx, storeId, stockSums.name, "compare");
    else if (chance < 5) await changeLevel(ctx, shop, random, totals);
    else if (chance < 9) await sendWakeUp(random.shuffled(names).slice(0, 1 + random.int(names.length)));
    else await tend();
  });
  const [first] = counters;
  for (let days = 0; days < 40; days++) {
    const failed = await first?.count(ctx, [{ tenant_id: storeId, kind: levels.name, of: names, again: 0 }]);
    const head = await heads.find({ store_id: storeId, tally: stockSums.name });
    if (failed?.size === 0 && head?.phase === "ready") {
      const { status } = head.recount ?? {};
      assert.ok(status === undefined || status === "equal", `the recount says ${status}`);
      return;
    }
    shop.ahead += DAY;
    await first?.tend(ctx, { tenant_id: storeId, tally: stockSums.name }, Number.POSITIVE_INFINITY);
  }
  throw new Error(`The sums of ${storeId} never come to rest.`);
}

function newCounter() {
  const pace = { step: 0, pause: () => pause(20) };
  return maintainSums([stockSums], { tenantChecks: checkTenantExists, heads: rememberedHeads(), pace });
}

function contextOf(shop: Shop): Context {
  const clock = () => Date.now() / 1000 + shop.ahead;
  return testContext({ clock, now: () => Math.floor(clock()) });
}

/** Changes a level by hand; too large a difference is refused. */
async function changeLevel(
  ctx: Context,
  { storeId, variants }: Shop,
  random: Random,
  totals: { changes: number },
): Promise<void> {
  const { product_id, variant_id } = random.pick(variants);
  const delta = random.int(11) - 5 || 1;
  await changeInventory(ctx, storeId, product_id, { variant_id, delta }).catch(() => undefined);
  totals.changes++;
}

async function levelsOf({ storeId, variants }: Pick<Shop, "storeId" | "variants">) {
  const found = await Promise.all(
    variants.map(({ variant_id }) =>
      levels.query(levels.partition({ store_id: storeId, variant_id }), { consistent: true }),
    ),
  );
  return found.flatMap(({ records }) => records);
}

async function assertStock(shop: Shop, when: string): Promise<void> {
  const { storeId } = shop;
  const reading = await sumsReading(storeId, stockSums, Date.now() / 1000, rememberedHeads());
  assert.ok(reading, `${storeId} has sums to read`);
  const all = await levelsOf(shop);
  for (const { product_id, variant_id } of shop.variants) {
    const product = await productTable.find({ store_id: storeId, id: product_id });
    assert.ok(product);
    const expected = availableStock(all.filter((level) => level.variant_id === variant_id));
    assert.equal(hostSum(product, reading, variant_id), expected, `${variant_id} ${when}`);
  }
}
