import assert from "node:assert/strict";
import { watchTable } from "#core/dynamo/client.ts";
import { DAY } from "#core/seconds.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { inParallel, type Random, randomFrom } from "#test/support/random.ts";
import { BERLIN } from "#test/support/shop.ts";
import { newEmail } from "#test/support/world.ts";
import { ACTS, FIRST_ACTS } from "./orders-books-acts.ts";
import { deliverPending, runDueWorkers } from "./orders-books-delivery.ts";
import { checkEnd } from "./orders-books-end.ts";
import { type Act, checkOutCart } from "./orders-books-people.ts";
import { closeDisputes, finishDelayed, finishRefunds } from "./orders-books-provider.ts";
import { checkBooks, excessRefundIds, type Run } from "./orders-books-run.ts";
import {
  callHandler,
  type Outbox,
  openProofShop,
  type ProofShop,
  watchOutboxes,
} from "./orders-books-world.ts";

const MAX_ACTS = 12;
/** Failed runs after which no further one starts. */
const MAX_FAILURES = 8;
/** Rounds after which no work of a run may be left. */
const MAX_ROUNDS = 60;

/**
 * Orders, pays, refunds, disputes, cancels and returns in any sequence, with late, repeated and lost callbacks. Throws if
 * the books ever contradict the provider or the cash drawer, and if they differ from both in the end.
 */
export async function proveBooks(
  random: Random,
  runs: number,
  {
    width = 4,
    runsPerShop = 25,
    seeds = Array.from({ length: runs }, () => random.int(2 ** 31)),
    rest = async () => undefined,
    done = () => undefined,
  }: BooksOptions = {},
): Promise<RunTotals> {
  const totals: RunTotals = { acts: 0, orders: 0, entries: 0, over: 0 };
  const failures: string[] = [];
  watchOutboxes();
  try {
    await inParallel(Math.ceil(seeds.length / runsPerShop), width, async (index) => {
      let shop: ProofShop | undefined;
      for (const seed of seeds.slice(index * runsPerShop, (index + 1) * runsPerShop)) {
        if (failures.length >= MAX_FAILURES) return;
        shop ??= await openProofShop();
        const failure = await playRun(shop, seed, rest, totals);
        // A failed run may leave work behind: the next one gets a new shop.
        if (failure) shop = undefined;
        if (failure) failures.push(failure);
      }
      if (shop) done(shop);
    });
  } finally {
    watchTable(undefined);
  }
  assert.ok(failures.length === 0, failures.join("\n"));
  return totals;
}

interface BooksOptions {
  /** Shops at a time. */
  width?: number;
  /** Runs in one shop, one after the other. */
  runsPerShop?: number;
  /** The seed of each run. */
  seeds?: readonly number[];
  /** Waits until other processes have finished their work. */
  rest?: () => Promise<void>;
  /** Called with each shop whose last run succeeded. */
  done?: (shop: ProofShop) => void;
}

export interface RunTotals {
  acts: number;
  orders: number;
  entries: number;
  /** Refunds of excess payments. */
  over: number;
}

/** Plays a run; returns its failure, if any. */
async function playRun(
  shop: ProofShop,
  seed: number,
  rest: Run["rest"],
  totals: RunTotals,
): Promise<string | undefined> {
  const run = await beginRun(shop, seed, rest);
  try {
    await performActs(run);
  } catch (error) {
    return `run ${seed} (${run.pastActs.join(", ")}): ${error instanceof Error ? error.message : error}`;
  }
  totals.acts += run.pastActs.length;
  for (const sale of run.sales.values()) {
    totals.orders++;
    totals.entries += sale.entries.length;
    totals.over += (await excessRefundIds(run, sale)).size;
  }
  return undefined;
}

async function beginRun(shop: ProofShop, seed: number, rest: Run["rest"]): Promise<Run> {
  const random = randomFrom(seed);
  const box: Outbox = { queued: [], mails: new Set(), announced: [] };
  const { done: who } = await callHandler(shop, box, storefrontAccount.identifyContact, { body: {} });
  const token = who?.token.token ?? "";
  const { done: cart } = await callHandler(shop, box, storefrontCarts.currentCart, {
    token,
    body: { market: "eu" },
  });
  const cartId = cart?.id ?? "";
  const { mug, voucher } = shop.goods;
  const items = [
    { ...mug, quantity: 1 + random.int(3) },
    ...(random.chance(0.2) ? [{ ...voucher, quantity: 1 }] : []),
  ];
  const body = { items, shipping_address: BERLIN };
  await callHandler(shop, box, storefrontCarts.updateVisitorCart, { params: { cartId }, token, body });
  await shop.desk.waitRefunds(random.chance(0.4));
  await shop.desk.lackMoney(false);
  return {
    ...{
      shop,
      random,
      box,
      buyer: { token, cartId, until: shop.now() + 29 * DAY },
      email: newEmail(),
      sales: new Map(),
    },
    ...{ receivedIds: new Set(), callbacks: [], lost: random.pick([0, 0.2, 0.5, 1]), pastActs: [], rest },
  };
}

async function performActs(run: Run): Promise<void> {
  const { random } = run;
  const [method, ...firstActs] = random.pick(FIRST_ACTS);
  await checkOutCart(run, method);
  await checkBooks(run);
  for (const act of firstActs) await performAct(run, act);
  for (let acts = 3 + random.int(MAX_ACTS); acts > 0; acts--) await performAct(run, random.pick(ACTS));
  await finishPending(run);
  await checkBooks(run);
  for (const sale of run.sales.values()) await checkEnd(run, sale);
}

async function performAct(run: Run, act: Act): Promise<void> {
  run.pastActs.push(act.name);
  await act(run, run.random.pick([...run.sales.values()]));
  await checkBooks(run);
}

/** Ends pending work at the provider and runs callbacks, workers and ticks until nothing is left. */
async function finishPending(run: Run): Promise<void> {
  const { shop, random } = run;
  await shop.desk.waitRefunds(false);
  await shop.desk.lackMoney(random.chance(0.1));
  // Pending payments and refunds may end only after some rounds.
  const firstEndingRound = random.chance(0.1) ? random.int(20) : 0;
  for (let rounds = 0; ; rounds++) {
    assert.ok(rounds < MAX_ROUNDS, "The run does not come to rest.");
    if (rounds >= firstEndingRound)
      for (const sale of run.sales.values())
        for (const end of [finishDelayed, closeDisputes, finishRefunds]) await end(run, sale);
    const handed = await deliverPending(run, 1);
    await run.rest();
    const next = await runDueWorkers(run);
    await checkBooks(run, false);
    if (handed > 0 || run.box.queued.length > 0) continue;
    if (next === undefined) return;
    await shop.pass(Math.max(1, next - shop.now()));
  }
}
