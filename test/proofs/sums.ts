import type { Context } from "#core/context.ts";
import { SUMS_ATTRIBUTE } from "#core/dynamo/entity-shape.ts";
import { purgePartitions } from "#core/dynamo/purge.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { wakeUpsOf } from "#core/queue/send-wake-ups.ts";
import type { WakeUp } from "#core/queue/wake-up.ts";
import { rememberedHeads } from "#core/sums/heads.ts";
import { raiseLanes } from "#core/sums/lanes.ts";
import { addLanes, readySums, rowReads, sumsReading } from "#core/sums/read.ts";
import { maintainSums } from "#core/sums/service.ts";
import { heads } from "#core/sums/table.ts";
import { levels } from "#lib/commerce/inventory/table.ts";
import { childKinds, childPartitions, tenantPartitions } from "#lib/system/deletion/tenant-partitions.ts";
import { tombstones } from "#lib/tenancy/access/records.ts";
import { runDue } from "#test/support/due.ts";
import type { Random } from "#test/support/random.ts";
import { changeShop, expectedSums, LOCATIONS, listedStockBy, STORE_ID, unitsAt } from "./sums-shop.ts";
import { MemoryWorld } from "./sums-world.ts";

const DAY = 86_400;
/** Seconds after which SQS delivers a failed message again. */
const REDELIVERY_SECONDS = 180;

type Item = Record<string, unknown>;
type WaitingMessage = { queue: string; body: Item; at: number };

interface RunShape {
  /** A store older than the sums: without a head, and with records that nobody counted. */
  isOld: boolean;
  recount: "compare" | "repair" | undefined;
  redefines: boolean;
  isDeleted: boolean;
  /** Whether a sum is changed by hand. */
  tampers: boolean;
  /** Whether changes come too fast for the lanes. */
  isFast: boolean;
}

type RunResult = { kills: number; conflicts: number; calls: number; wrong: string[] };

/** Draws what a run does besides changing stock. */
export function drawShape(random: Random): RunShape {
  const isDeleted = random.int(10) === 0;
  const recount = random.int(3) === 0 ? random.pick(["compare", "repair"] as const) : undefined;
  return {
    isOld: random.int(3) === 0,
    recount,
    redefines: !recount && random.int(4) === 0,
    isDeleted,
    tampers: recount === "repair" && !isDeleted && random.int(3) === 0,
    isFast: random.int(4) === 0,
  };
}

/**
 * Changes a shop with two sums while wake-up messages come repeatedly, late and in any order to three processes that die,
 * cache heads and meet conflicts. Then it waits until all is done and compares the sums.
 *
 * @param enforcesMarks whether conditions on marks are enforced
 */
export async function runShop(random: Random, shape: RunShape, enforcesMarks = true): Promise<RunResult> {
  const records: { kind: string; pk: string; sk: string }[] = [];
  const waiting: WaitingMessage[] = [];
  const isLive = { on: !shape.isOld };
  const changed = (before: Item | undefined, after: Item | undefined) => {
    const item = after ?? before ?? {};
    if (item._t === "inventory_level" && isLive.on) records.push(wakeUpOf(item));
    if (after?._t === "message" && !before) {
      const body = JSON.parse(String(after.body)) as Item;
      waiting.push({ queue: String(after.queue), body, at: world.now + Number(after.delay ?? 0) });
    }
  };
  const world = new MemoryWorld(random, { die: 60, conflict: 12 }, changed);
  if (!enforcesMarks) world.table.checksConditions = ({ pk }) => !pk.includes("#MARK#");
  const processes = Array.from({ length: 3 }, (_, at) => startProcess(world, at === 2 ? 80 : 30));

  await runToEnd(
    world,
    world.start((ctx) => openShop(ctx, shape, random), { mayDie: false }),
  );
  isLive.on = true;
  let changes = 6 + random.int(14);
  let isLate = false;
  const events = [
    shape.recount && "recount",
    shape.redefines && "redefine",
    shape.tampers && "tamper",
    shape.isFast && "raise",
  ].filter(Boolean);

  const takeWakeUps = () => {
    const all = random.shuffled(records.splice(0));
    const some = all.splice(0, 1 + random.int(6));
    records.push(...all);
    // A repeated message comes late.
    for (const record of some)
      if (random.int(3) === 0) waiting.push(...laterWakeUps([record], world.now + random.int(200)));
    return wakeUpsOf(some);
  };
  const deliver = (wakeUps: WakeUp[]) => {
    if (wakeUps.length === 0) return;
    const process = random.pick(processes);
    const again = () => {
      for (const body of wakeUps)
        waiting.push({ queue: "count-sums", body, at: world.now + REDELIVERY_SECONDS });
    };
    void world
      .start(async (ctx) => {
        const failed = await process.sums.count(ctx, wakeUps);
        if (failed.size > 0) throw new Error("The wake-up messages must be delivered again.");
      })
      .then((how) => how !== "done" && again());
  };
  const deliverDue = () => {
    const at = waiting.findIndex((each) => each.at <= world.now);
    const [message] = at < 0 ? [] : waiting.splice(at, 1);
    if (!message) return;
    if (message.queue === "recount") return recount(String(message.body.tally));
    if (message.queue === "count-sums") return deliver([message.body as unknown as WakeUp]);
    const process = random.pick(processes);
    void world
      .start((ctx) => process.sums.tend(ctx, message.body as never, Number.POSITIVE_INFINITY), {
        lifetime: 60,
      })
      .then((how) => how !== "done" && waiting.push({ ...message, at: world.now + REDELIVERY_SECONDS }));
  };
  const happen = () => {
    const event = events.pop();
    if (event === "redefine") for (const process of processes) process.redefine();
    if (event === "tamper" && !changeSum(world)) events.push(event);
    if (event === "raise") void world.start(raiseAllLanes, { mayDie: false });
    if (event === "recount") for (const tally of ["stock", "units"]) recount(tally);
  };
  /** Starts a recount as soon as no other work on the sums runs. */
  const recount = (tally: string) => {
    const begin = async (ctx: Context) => {
      const head = await processes[0]?.sums.recount(ctx, STORE_ID, tally, shape.recount ?? "compare");
      if (!head) throw new Error("Other work on the sums is running.");
    };
    void world.start(begin, { mayDie: false }).then((how) => {
      if (how !== "done") waiting.push({ queue: "recount", body: { tally }, at: world.now + 30 });
    });
  };

  const act = async () => {
    const chance = random.int(20);
    if (chance < 12 && world.busy > 0) return world.step();
    if (chance < 14 && changes > 0) {
      changes--;
      void world.start((ctx) => changeShop(ctx, random, isLate), { mayDie: false });
    } else if (chance < 16 && records.length > 0 && world.busy < 5) deliver(takeWakeUps());
    else if (chance < 18 && world.busy < 5) deliverDue();
    else if (chance === 18) world.pass(random.int(8));
    else if (random.int(6) === 0) happen();
    await world.quiet();
  };
  const stepUntil = async (until: () => boolean) => {
    for (let acts = 0; !until(); acts++) {
      if (acts > 20_000)
        throw new Error(
          `The shop never comes to rest: ${JSON.stringify({ changes, events, busy: world.busy, records, waiting, now: world.now, heads: world.items("sum_head") })}`.slice(
            0,
            3000,
          ),
        );
      await act();
      if (world.busy === 0 && records.length === 0 && changes === 0) {
        const next = Math.min(...waiting.map(({ at }) => at));
        if (Number.isFinite(next) && next > world.now) world.pass(Math.min(30, next - world.now));
      }
    }
  };
  const isStill = () =>
    changes === 0 && events.length === 0 && world.busy === 0 && records.length === 0 && waiting.length === 0;
  await stepUntil(isStill);
  // One more change under the last definition; then a day passes, and a tick wakes the waiting work.
  changes = 1;
  isLate = true;
  records.push(...world.items("inventory_level").map(wakeUpOf));
  await stepUntil(isStill);
  for (let day = 0; day < 2; day++) {
    world.pass(DAY + 120);
    await runToEnd(
      world,
      world.start(
        (ctx) => (processes[0] ? runDue(ctx, processes[0].sums.due, STORE_ID) : Promise.resolve()),
        { mayDie: false },
      ),
    );
    await stepUntil(isStill);
  }
  const { kills, conflicts, calls } = world;
  const definition = shape.redefines ? 2 : 1;
  const wrong = differencesIn(world, definition, shape, await readUnits(world, definition));
  if (shape.isDeleted) wrong.push(...(await deleteStoreSums(world, records, deliver, stepUntil, isStill)));
  return { kills, conflicts, calls, wrong };
}

function wakeUpOf({ pk, sk }: Item) {
  return { kind: "inventory_level", pk: String(pk), sk: String(sk) };
}

function startProcess(world: MemoryWorld, held: number) {
  const options = {
    heads: rememberedHeads(held),
    pace: { step: 0, pause: () => world.rest(20) },
    tenantChecks: (tenant_id: string): Write[] => [
      {
        entity: tombstones.name,
        check: tombstones.key({ tenant_id }),
        condition: { expression: "attribute_not_exists(pk)" },
        failure: GENERAL.NOT_FOUND(),
      },
    ],
  };
  const keeping = (definition: number) =>
    maintainSums([listedStockBy(definition), unitsAt(definition)], options);
  const process = {
    sums: keeping(1),
    redefine: () => {
      process.sums = keeping(2);
    },
  };
  return process;
}

async function openShop(ctx: Context, shape: RunShape, random: Random): Promise<void> {
  if (shape.isOld) for (let made = 0; made < 8; made++) await changeShop(ctx, random);
  else await transact(ctx, readySums(STORE_ID, ctx.now(), [listedStockBy(1), unitsAt(1)]));
}

async function runToEnd(world: MemoryWorld, running: Promise<unknown>): Promise<void> {
  await world.quiet();
  while (world.busy > 0) await world.step();
  await running;
}

function laterWakeUps(records: { kind: string; pk: string; sk: string }[], at: number): WaitingMessage[] {
  return wakeUpsOf(records).map((body) => ({ queue: "count-sums", body, at }));
}

async function raiseAllLanes(ctx: Context): Promise<void> {
  const head = await heads.find({ store_id: STORE_ID, tally: "units" });
  if (head) await raiseLanes(ctx, head, unitsAt(1));
}

function changeSum(world: MemoryWorld): boolean {
  const head = world.items("sum_head").find(({ sk }) => sk === "units");
  const read = head && heads.parse(head).read?.name;
  const item = world.items("sum").find(({ sk }) => String(sk).startsWith(`${read}#`));
  if (item) item.units = Number(item.units) + 7;
  return item !== undefined;
}

/** Differences between the sums that are read and the records, and leftovers of other generations. */
function differencesIn(
  world: MemoryWorld,
  definition: number,
  { isOld, tampers }: RunShape,
  units: ReadonlyMap<string, number>,
): string[] {
  const all = world.items("inventory_level").map((item) => levels.parse(item));
  const expected = expectedSums(all, definition);
  const wrong: string[] = [];
  const current: string[] = [];
  for (const tally of ["stock", "units"] as const) {
    const item = world.items("sum_head").find(({ sk }) => sk === tally);
    const head = item && heads.parse(item);
    if (!head?.read) {
      wrong.push(`${tally} has no generation to read${isOld ? " of an old store" : ""}`);
      continue;
    }
    if (head.phase !== "ready") wrong.push(`${tally} is ${head.phase}`);
    if (head.read.definition !== definition) wrong.push(`${tally} is of definition ${head.read.definition}`);
    if (head.recount?.status === "different" || (head.recount?.status === "repaired" && !tampers))
      wrong.push(`${tally} is said to differ: ${JSON.stringify(head.recount.differences)}`);
    current.push(head.read.name);
    const kept = tally === "stock" ? storedUnits(world, head.read.name) : units;
    const names = new Set([...kept.keys(), ...expected[tally].keys()]);
    for (const name of names) {
      const [one, other] = [kept.get(name) ?? 0, expected[tally].get(name) ?? 0];
      const isThere = tally === "units" || world.items("product").some(({ sk }) => name.startsWith(`${sk} `));
      if (isThere && one !== other) wrong.push(`${tally} ${name} is ${one} and not ${other}`);
    }
  }
  for (const kind of ["sum_mark", "sum"]) {
    const left = world
      .items(kind)
      .find(({ sk }) => !current.some((name) => String(sk).startsWith(`${name}#`)));
    if (left && current.length === 2) wrong.push(`${String(left.sk)} is left`);
  }
  return wrong;
}

function storedUnits(world: MemoryWorld, generation: string): Map<string, number> {
  const found = world.items("product").flatMap((item) =>
    Object.entries(Object(item[SUMS_ATTRIBUTE]) as Record<string, number>)
      .filter(([name]) => name.startsWith(`${generation}/`))
      .map(([name, amount]): [string, number] => [`${item.sk} ${name.slice(generation.length + 1)}`, amount]),
  );
  return new Map(found);
}

/** Units by location, as read from all lanes of a row. */
async function readUnits(world: MemoryWorld, definition: number): Promise<Map<string, number>> {
  const units = new Map<string, number>();
  const read = async (ctx: Context) => {
    const reading = await sumsReading(STORE_ID, unitsAt(definition), ctx.now(), rememberedHeads());
    for (const row of reading ? LOCATIONS : []) {
      const lanes = reading ? await readTogether(rowReads(reading, row)) : [];
      for (const [measure, amount] of Object.entries(addLanes(lanes))) units.set(`${row} ${measure}`, amount);
    }
  };
  await runToEnd(world, world.start(read, { mayDie: false }));
  return units;
}

/** Deletes the store as purges do, with late wake-up messages; returns what is left of its sums. */
async function deleteStoreSums(
  world: MemoryWorld,
  records: { kind: string; pk: string; sk: string }[],
  deliver: (wakeUps: WakeUp[]) => void,
  stepUntil: (until: () => boolean) => Promise<void>,
  isStill: () => boolean,
): Promise<string[]> {
  const late = world.items("inventory_level").map(wakeUpOf);
  const purge = () =>
    runToEnd(
      world,
      world.start(
        async () => {
          const until = Number.POSITIVE_INFINITY;
          for (const kind of childKinds())
            for await (const some of childPartitions(kind, STORE_ID)) await purgePartitions(some, until);
          await purgePartitions(tenantPartitions(STORE_ID), until);
        },
        { mayDie: false, lifetime: DAY },
      ),
    );
  const { faults } = world;
  faults.conflict = 0;
  await runToEnd(
    world,
    world.start((ctx) => transact(ctx, [tombstones.create({ tenant_id: STORE_ID, deleted_at: ctx.now() })]), {
      mayDie: false,
    }),
  );
  for (const wait of [0, 45, 600]) {
    world.pass(wait);
    deliver(wakeUpsOf(late));
    await purge();
    records.length = 0;
  }
  await stepUntil(() => {
    records.length = 0;
    return isStill();
  });
  deliver(wakeUpsOf(late));
  await stepUntil(isStill);
  const left = [...world.table.items.values()].filter(({ _t }) => /^sum/.test(String(_t)));
  return left.map(({ pk, sk }) => `${String(pk)} ${String(sk)} is left of a deleted store`);
}
