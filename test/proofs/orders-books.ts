import assert from "node:assert/strict";
import { watchTable } from "#core/dynamo/client.ts";
import { events } from "#core/events.ts";
import { DAY } from "#core/seconds.ts";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import type { OrderView } from "#lib/commerce/orders/view-schema.ts";
import { inParallel, type Random, randomFrom } from "#test/support/random.ts";
import { BERLIN } from "#test/support/shop.ts";
import { newEmail } from "#test/support/world.ts";
import { ACTS, BEGINNINGS } from "./orders-books-acts.ts";
import { type Act, checkout } from "./orders-books-people.ts";
import { closeDisputes, settleRefunds, settleSlow } from "./orders-books-provider.ts";
import { compare, look, overOf, type Run, reckoned, type Sale } from "./orders-books-run.ts";
import { deliver, tick } from "./orders-books-way.ts";
import { ask, type Lane, type Outbox, openLane, watchOutboxes } from "./orders-books-world.ts";

const MOST_ACTS = 12;
/** Runs after whose failure no further one is begun. */
const MOST_FAILURES = 8;
/** Rounds in which all that is under way comes to its end. */
const MOST_ROUNDS = 60;

/**
 * Lets orders be ordered, paid, given back, disputed, cancelled and returned in any order, with callbacks late, doubled
 * and lost. Throws where their books say what neither the provider nor the drawer can have said, and where they are not
 * what both hold once all is settled.
 */
export async function keepBooks(
  random: Random,
  runs: number,
  {
    width = 4,
    ofAShop = 25,
    seeds = Array.from({ length: runs }, () => random.int(2 ** 31)),
    rest = async () => undefined,
    done = () => undefined,
  }: Way = {},
): Promise<Kept> {
  const kept: Kept = { acts: 0, orders: 0, entries: 0, over: 0 };
  const failures: string[] = [];
  watchOutboxes();
  try {
    await inParallel(Math.ceil(seeds.length / ofAShop), width, async (shop) => {
      let lane: Lane | undefined;
      for (const seed of seeds.slice(shop * ofAShop, (shop + 1) * ofAShop)) {
        if (failures.length >= MOST_FAILURES) return;
        lane ??= await openLane();
        const failure = await play(lane, seed, rest, kept);
        // What a broken run has left under way is not the next one's.
        if (failure) lane = undefined;
        if (failure) failures.push(failure);
      }
      if (lane) done(lane);
    });
  } finally {
    watchTable(undefined);
  }
  assert.ok(failures.length === 0, failures.join("\n"));
  return kept;
}

interface Way {
  /** Shops at a time. */
  width?: number;
  /** Runs in one shop, one after the other. */
  ofAShop?: number;
  /** The runs, each by its number. */
  seeds?: readonly number[];
  /** Waits for those who work beside the runs. */
  rest?: () => Promise<void>;
  /** Called with each shop that is not needed any more. */
  done?: (lane: Lane) => void;
}

export interface Kept {
  acts: number;
  orders: number;
  entries: number;
  /** Refunds of money that was more than was owed. */
  over: number;
}

/** Plays a run; what is wrong with it. */
async function play(lane: Lane, seed: number, rest: Run["rest"], kept: Kept): Promise<string | undefined> {
  const run = await begin(lane, seed, rest);
  try {
    await live(run);
  } catch (error) {
    return `run ${seed} (${run.story.join(", ")}): ${error instanceof Error ? error.message : error}`;
  }
  kept.acts += run.story.length;
  for (const sale of run.sales.values()) {
    kept.orders++;
    kept.entries += sale.entries.length;
    kept.over += (await overOf(run, sale)).size;
  }
  return undefined;
}

async function begin(lane: Lane, seed: number, rest: Run["rest"]): Promise<Run> {
  const random = randomFrom(seed);
  const box: Outbox = { parcels: [], mails: new Set(), said: [] };
  const { done: who } = await ask(lane, box, storefrontAccount.identifyContact, { body: {} });
  const token = who?.token.token ?? "";
  const { done: cart } = await ask(lane, box, storefrontCarts.currentCart, { token, body: { market: "eu" } });
  const cartId = cart?.id ?? "";
  const { mug, voucher } = lane.goods;
  const items = [
    { ...mug, quantity: 1 + random.int(3) },
    ...(random.chance(0.2) ? [{ ...voucher, quantity: 1 }] : []),
  ];
  const body = { items, shipping_address: BERLIN };
  await ask(lane, box, storefrontCarts.updateVisitorCart, { params: { cartId }, token, body });
  await lane.desk.waitRefunds(random.chance(0.4));
  await lane.desk.lackMoney(false);
  return {
    ...{
      lane,
      random,
      box,
      buyer: { token, cartId, until: lane.now() + 29 * DAY },
      email: newEmail(),
      sales: new Map(),
    },
    ...{ heard: new Set(), callbacks: [], lost: random.pick([0, 0.2, 0.5, 1]), story: [], rest },
  };
}

async function live(run: Run): Promise<void> {
  const { random } = run;
  const [method, ...begins] = random.pick(BEGINNINGS);
  await checkout(run, method);
  await compare(run);
  for (const act of begins) await happen(run, act);
  for (let acts = 3 + random.int(MOST_ACTS); acts > 0; acts--) await happen(run, random.pick(ACTS));
  await settle(run);
  await compare(run);
  for (const sale of run.sales.values()) await checkEnd(run, sale);
}

async function happen(run: Run, act: Act): Promise<void> {
  run.story.push(act.name);
  await act(run, run.random.pick([...run.sales.values()]));
  await compare(run);
}

/** Ends at the provider what is under way there, and lets callbacks, workers and ticks do what they do until all is quiet. */
async function settle(run: Run): Promise<void> {
  const { lane, random } = run;
  await lane.desk.waitRefunds(false);
  await lane.desk.lackMoney(random.chance(0.1));
  // Some of it ends days later.
  const leaves = random.chance(0.1) ? random.int(20) : 0;
  for (let rounds = 0; ; rounds++) {
    assert.ok(rounds < MOST_ROUNDS, "It does not come to rest.");
    if (rounds >= leaves)
      for (const sale of run.sales.values())
        for (const end of [settleSlow, closeDisputes, settleRefunds]) await end(run, sale);
    const handed = await deliver(run, 1);
    await run.rest();
    const next = await tick(run);
    await compare(run, false);
    if (handed > 0 || run.box.parcels.length > 0) continue;
    if (next === undefined) return;
    await lane.pass(Math.max(1, next - lane.now()));
  }
}

/** The books at the end are what the provider and the drawer hold, and all of it was told once. */
async function checkEnd(run: Run, sale: Sale): Promise<void> {
  const order = await look(run, sale);
  const why = `${sale.id} ${order.status}: ${JSON.stringify(order.payment)} ${JSON.stringify(sale.statement)}`;
  for (const page of sale.statement.pages) {
    const held = reckoned(sale.entries.filter(({ source }) => source === page.attempt));
    assert.deepEqual(held, heldOf(sale, page), why);
  }
  const over = await overOf(run, sale);
  checkKept(sale, order, over, why);
  await checkTold(run, sale, over, why);
}

/** What a page has by its provider. A bank can ask back more than is left; the books have what there was. */
function heldOf(
  { statement: { refunds, disputes } }: Sale,
  { intent, received }: Sale["statement"]["pages"][number],
) {
  const of = (wanted: readonly string[]) =>
    [...refunds, ...disputes]
      .filter((each) => each.intent === intent && wanted.includes(each.status ?? ""))
      .reduce((sum, { amount }) => sum + amount, 0);
  const refunded = Math.min(received, of(["succeeded", "lost"]));
  const refund_pending = Math.min(received - refunded, of(["pending", "needs_response"]));
  return { captured: received, refunded, refund_pending };
}

/** A shop keeps no more than an order is worth, but for what its provider would not give back. */
function checkKept({ statement, entries }: Sale, order: OrderView, over: Set<string>, why: string): void {
  const { captured, refunded, refund_pending } = order.payment;
  const gone = order.items.reduce((sum, { cancelled_quantity, quantity, money }) => {
    return sum + Math.floor((money.total * cancelled_quantity) / quantity);
  }, 0);
  const worth = order.status === "cancelled" ? 0 : order.total - gone;
  const failed = order.payment.refunds.filter(({ status }) => status === "failed");
  const won = statement.disputes.filter(({ status }) => status === "won");
  const back = [...failed, ...won].reduce((sum, { amount }) => sum + amount, 0);
  const kept = captured - refunded - refund_pending;
  assert.ok(kept <= worth + back, `${why} keeps ${kept}, of ${worth} and ${back} that did not go back`);
  const tooMuch = entries.filter(
    ({ kind, refund_id }) => kind === "refund_asked" && over.has(refund_id ?? ""),
  );
  const asked = reckoned(tooMuch).refund_pending;
  if (order.status !== "cancelled")
    assert.ok(asked <= Math.max(0, captured - worth) + back, `${why}: ${asked} went back as too much`);
}

async function checkTold(
  { lane, box }: Run,
  { id, entries, payment }: Sale,
  over: Set<string>,
  why: string,
): Promise<void> {
  const of = async (resource: string, record_id: string) => {
    const range = { index: "child_created" } as const;
    return (await events.query(events.child({ tenant_id: lane.storeId, resource, record_id }), range))
      .records;
  };
  const said = await of("order", id);
  const count = (type: string) => said.filter((each) => each.type === type).length;
  const refunds = Map.groupBy(entries, ({ refund_id }) => refund_id);
  refunds.delete(null);
  const wentBack = [...refunds.values()].filter((own) =>
    own.some((_, at) => reckoned(own.slice(0, at + 1)).refunded > 0),
  );
  assert.equal(count("order.refunded"), wentBack.length, `${why}: refunds told`);
  const sources = entries.flatMap(({ refund_id, source }) => (over.has(refund_id ?? "") ? source : []));
  const refused = said.filter(({ type }) => type === "order.payment_refused");
  assert.ok(refused.length >= new Set(sources).size, `${why}: too much told`);
  for (const event of refused) assert.ok(box.mails.has(`mail_${event.id}`), `${why}: no mail of ${event.id}`);
  if (!payment) return;
  const captures = (await of("payment", payment)).filter(({ type }) => type === "payment.captured").length;
  assert.equal(captures, Number(entries.some((each) => each.kind === "paid" && each.source !== "cash")), why);
}
