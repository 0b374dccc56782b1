import assert from "node:assert/strict";
// Registers the records that figures read.
import "#lib/system/deletion/records.ts";
import type { Context } from "#core/context.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import type { WakeUp } from "#core/queue/wake-up.ts";
import { rememberedHeads } from "#core/sums/heads.ts";
import { raiseLanes } from "#core/sums/lanes.ts";
import { laneKey, readySums } from "#core/sums/read.ts";
import { maintainSums } from "#core/sums/service.ts";
import { heads } from "#core/sums/table.ts";
import { reservations } from "#lib/booking/reservations/table.ts";
import { carts } from "#lib/commerce/carts/table.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { conversations } from "#lib/engagement/support/table.ts";
import { FIGURES } from "#lib/system/figures/definition.ts";
import { figureSums } from "#lib/system/figures/figure-sums.ts";
import { checkTenantExists } from "#lib/tenancy/tenants/delete-tenant.ts";
import { pause } from "#test/support/pause.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";
import { type FigureChange, type FigureRows, sumChanges } from "./expected-figures.ts";
import { type BookingModel, changeBooking, changesOfBooking, makeBooking } from "./figures-bookings.ts";
import { assertFigures, assertPastDaysFolded } from "./figures-check.ts";
import { changeOrder, changesOfOrder, makeOrder, type OrderModel } from "./figures-orders.ts";
import * as visits from "./figures-visits.ts";
import { tableFaults } from "./table-faults.ts";

const DAY = 86_400;
/** Unix time of the first change, some days before daylight saving time ends in Berlin. */
const START_TIME = 1_792_500_000;
const OPERATIONS_PER_STORE = 250;
const CONCURRENCY = 5;
const ZONES = ["Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Kiritimati"];
const NO_TIME_LIMIT = Number.POSITIVE_INFINITY;

type RecordModel = OrderModel | BookingModel | visits.CartModel | visits.ChatModel;

interface Shop {
  storeId: string;
  zone: string;
  /** Whether the store changes its time zone. If not, it deletes records: a deleted record keeps its old day. */
  moves: boolean;
  models: RecordModel[];
  /** Changes of deleted records. */
  gone: FigureChange[];
  wakeUps: WakeUp[];
  /** Time of the next change. */
  at: number;
  ahead: number;
}

/**
 * Changes stores at random while two processes that may die count their figures. Wake-up messages come one to four times,
 * late and in any order; records are marked as tests or deleted, time zones change, and a recount runs. Throws if in the
 * end a row differs from the expected one, if hours do not add up to their day, or if a recount does not repair a sum
 * that was changed by hand.
 */
export async function proveFigures(random: Random, operations: number) {
  const faults = tableFaults(random);
  const totals = { operations: 0, wakeUps: 0, stores: 0, rows: 0 };
  try {
    await inParallel(Math.ceil(operations / OPERATIONS_PER_STORE), 2, async () => {
      const shop = openShop(random);
      const { storeId, zone } = shop;
      await transact(testContext(), readySums(storeId, START_TIME, [figureSums], zone));
      const counters = [newCounter(shop), newCounter(shop)];
      const count = async () => {
        const [wakeUp] = shop.wakeUps.splice(random.int(Math.max(1, shop.wakeUps.length)), 1);
        if (!wakeUp) return;
        totals.wakeUps++;
        const counts = () => random.pick(counters).count(contextOf(shop), [wakeUp, wakeUp]);
        const { result } = await faults.strike(counts);
        if (result.size > 0) shop.wakeUps.push(wakeUp);
      };
      await inParallel(Math.min(OPERATIONS_PER_STORE, operations), CONCURRENCY, async (at) => {
        if (at === 40) await raiseFigureLanes(shop);
        if (at === 80) await random.pick(counters).recount(contextOf(shop), storeId, FIGURES.name, "compare");
        if (at === 160 && shop.moves) shop.zone = random.pick(ZONES);
        await changeRecord(shop, random);
        totals.operations++;
        for (let times = random.int(4); times > 0; times--) await count();
        if (random.int(12) === 0) await runSumWorker(shop, random.pick(counters), faults.strike);
      });
      if (!shop.moves) await deleteSome(shop, counters, random);
      await finishCounting(shop, counters);
      totals.rows += await assertFigures(shop, expectedFigures(shop));
      shop.ahead += 2 * DAY;
      await counters[0]?.tend(contextOf(shop), { tenant_id: storeId, tally: FIGURES.name }, NO_TIME_LIMIT);
      await assertPastDaysFolded(storeId);
      await assertFigures(shop, expectedFigures(shop));
      await changeSum(shop);
      await random.pick(counters).recount(contextOf(shop), storeId, FIGURES.name, "repair");
      assert.equal(await finishCounting(shop, counters), "repaired");
      await assertFigures(shop, expectedFigures(shop));
      totals.stores++;
    });
  } finally {
    faults.stop();
  }
  return { ...totals, faults: faults.count };
}

function openShop(random: Random): Shop {
  const moves = random.int(2) === 0;
  const empty = { models: [], gone: [], wakeUps: [], at: START_TIME, ahead: 0 };
  return { storeId: newId("store"), zone: random.pick(ZONES), moves, ...empty };
}

function newCounter(shop: Shop) {
  const pace = { step: 0, pause: () => pause(5) };
  const zone = async () => shop.zone;
  return maintainSums([figureSums], {
    tenantChecks: checkTenantExists,
    zone,
    heads: rememberedHeads(),
    pace,
  });
}
type Counter = ReturnType<typeof newCounter>;

function contextOf(shop: Shop): Context {
  const clock = () => Date.now() / 1000 + shop.ahead;
  return testContext({ clock, now: () => Math.floor(clock()) });
}

async function runSumWorker(shop: Shop, one: Counter, strike: ReturnType<typeof tableFaults>["strike"]) {
  shop.ahead += 70;
  const message = { tenant_id: shop.storeId, tally: FIGURES.name };
  await strike(() => one.tend(contextOf(shop), message, NO_TIME_LIMIT).catch(() => undefined));
}

/** Adds lanes to the figures. They take effect a minute later. */
async function raiseFigureLanes(shop: Shop): Promise<void> {
  for (;;) {
    const head = await heads.find({ store_id: shop.storeId, tally: FIGURES.name });
    if (!head || head.lanes > 1) return;
    await raiseLanes(contextOf(shop), head, FIGURES);
  }
}

/** Creates or changes a record and queues one to four wake-up messages for it. */
async function changeRecord(shop: Shop, random: Random): Promise<void> {
  const { storeId } = shop;
  shop.at += random.int(3 * 3600);
  const { at } = shop;
  const idle = shop.models.filter(({ isBusy }) => !isBusy);
  const makes = [makeOrder, makeBooking, visits.makeCart, visits.makeChat];
  let one: RecordModel;
  if (random.int(3) === 0 || idle.length === 0) {
    one = await random.pick<(...of: Parameters<typeof makeOrder>) => Promise<RecordModel>>(makes)(
      storeId,
      random,
      at,
    );
    shop.models.push(one);
  } else {
    one = random.pick(idle);
    one.isBusy = true;
    if (one.kind === "order") await changeOrder(storeId, one, random, at);
    else if (one.kind === "booking") await changeBooking(storeId, one, random, at);
    else if (one.kind === "cart") await visits.changeCart(storeId, one, random, at);
    else await visits.changeChat(storeId, one, random, at);
  }
  one.isBusy = false;
  for (let times = 1 + random.int(4); times > 0; times--) shop.wakeUps.push(wakeUpFor(shop, one));
}

function wakeUpFor({ storeId }: Shop, { kind, id }: RecordModel): WakeUp {
  const key = { store_id: storeId, id };
  const [entity, at] =
    kind === "order"
      ? [orders.name, orders.key(key)]
      : kind === "booking"
        ? [reservations.name, reservations.key({ businessId: storeId, id })]
        : kind === "cart"
          ? [carts.name, carts.key(key)]
          : [conversations.name, conversations.key(key)];
  return { tenant_id: storeId, kind: entity, of: [recordName(storeId, at)], again: 0 };
}

function changesOf(one: RecordModel): FigureChange[] {
  if (one.kind === "order") return changesOfOrder(one);
  if (one.kind === "booking") return changesOfBooking(one);
  return one.kind === "cart" ? visits.changesOfCart(one) : visits.changesOfChat(one);
}

function expectedFigures({ models, gone, zone }: Shop): FigureRows {
  return sumChanges([...models.flatMap(changesOf), ...gone], zone);
}

/** Deletes some carts and conversations after counting them, as for deleted customers. */
async function deleteSome(shop: Shop, [one]: readonly Counter[], random: Random): Promise<void> {
  for (const each of shop.models.filter(({ kind }) => kind === "cart" || kind === "chat")) {
    if (random.int(3) > 0) continue;
    assert.equal((await one?.count(contextOf(shop), [wakeUpFor(shop, each)]))?.size, 0);
    const key = { store_id: shop.storeId, id: each.id };
    const removal =
      each.kind === "cart"
        ? carts.remove(await carts.get(key, GENERAL.NOT_FOUND()))
        : conversations.remove(await conversations.get(key, GENERAL.NOT_FOUND()));
    await transact(testContext(), [removal]);
    shop.gone.push(...changesOf(each));
    shop.models.splice(shop.models.indexOf(each), 1);
    shop.wakeUps.push(wakeUpFor(shop, each));
  }
}

/** Delivers all wake-up messages and finishes all work; returns the status of the last recount. */
async function finishCounting(shop: Shop, [one]: readonly Counter[]): Promise<string | undefined> {
  for (let days = 0; days < 60; days++) {
    const failed = await one?.count(contextOf(shop), shop.wakeUps.splice(0));
    const head = await heads.find({ store_id: shop.storeId, tally: FIGURES.name });
    if (failed?.size === 0 && head?.phase === "ready" && head.read?.zone === shop.zone) {
      const { status } = head.recount ?? {};
      assert.notEqual(status, "different");
      return status;
    }
    shop.wakeUps.push(...(failed ?? []));
    shop.ahead += DAY;
    const message = { tenant_id: shop.storeId, tally: FIGURES.name };
    await one?.tend(contextOf(shop), message, NO_TIME_LIMIT);
  }
  throw new Error(`The figures of ${shop.storeId} never come to rest.`);
}

async function changeSum(shop: Shop): Promise<void> {
  const head = await heads.find({ store_id: shop.storeId, tally: FIGURES.name });
  const at = { tenantId: shop.storeId, generation: head?.read?.name ?? "" };
  const update = {
    key: laneKey(at, 0, "chats|d|2026-10-21|l||"),
    add: { begun: 1 },
    initially: { _t: "sum" },
  };
  await transact(testContext(), [{ entity: "sum", update }]);
}
