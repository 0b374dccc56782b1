import type { Context } from "#core/context.ts";
import { keyOfItem } from "#core/dynamo/key.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { logger } from "#core/log.ts";
import { DAY } from "#core/seconds.ts";
import type { Tenants } from "./begin.ts";
import { countLagging } from "./compare-marks.ts";
import { compareRows } from "./compare-rows.ts";
import { countRecords } from "./count.ts";
import type { Aggregate, CountTarget } from "./declaration.ts";
import { dropHeldSums, dropRows } from "./drop.ts";
import { foldRows } from "./fold.ts";
import { generationName, zonesOf } from "./generation-name.ts";
import { HEAD_SPREAD_SECONDS, type Head } from "./heads.ts";
import { lanesWritten } from "./read.ts";
import type { Generation, Phase, Recount, SumHead } from "./schema.ts";
import { walkPage } from "./walk.ts";

/** Differences that a recount keeps, and times that it compares before it says that there are any. */
const KEPT = 100;
const LOOKS = 3;

/** Seconds that a phase waits before it does anything. */
const WAITS: Readonly<Partial<Record<Phase, number>>> = {
  waiting: HEAD_SPREAD_SECONDS,
  settling: HEAD_SPREAD_SECONDS,
  keeping: DAY,
  // Longer than any function holds what it knew: nobody counts there any more.
  dropping: 900,
};

/** What a step does to the head; nothing where the phase waits until `due_at`. */
type Step = Partial<SumHead> | undefined;

interface Work {
  ctx: Context;
  tally: Aggregate;
  head: Head;
  /** Lets what is under way end. */
  pause(): Promise<void>;
  zone: Tenants["zone"];
}

/** One step of each phase, small enough to be done again after a kill. */
const STEPS: Readonly<Record<Phase, (work: Work) => Promise<Step>>> = {
  ready: async (work) =>
    (await zoneChanged(work)) ??
    (isToCheck(work) ? recounted(work, work.head.read?.zone) : isToFold(work) ? fold(work) : undefined),
  waiting: async (work) => begin(work, "walking"),
  walking: walk,
  closing: close,
  comparing: compare,
  settling: waitOut,
  keeping: async (work) => begin(work, "dropping"),
  dropping: drop,
};

/** Does the next step of what is being done to the sums. */
export function nextStep(work: Work): Promise<Step> {
  const { ctx, head, tally } = work;
  const { built, phase, since } = head;
  // What is built by another definition than this one is of no use any more.
  if (built && built.definition !== tally.definition)
    return Promise.resolve({ ...begin(work, "dropping"), old: built, built: null });
  const waits = ctx.now() < since + (WAITS[phase] ?? 0);
  if (!waits) return STEPS[phase](work);
  return phase === "keeping" ? keepingEnds(work) : Promise.resolve(undefined);
}

// Another time zone waits for nothing that is only kept: nobody has counted there for long.
async function keepingEnds(work: Work): Promise<Step> {
  return (await zoneOfNow(work)) === undefined ? undefined : { ...begin(work, "dropping"), since: 0 };
}

/** Has all days of a tenant reckoned anew whose clocks are another zone's by now. */
async function zoneChanged(work: Work): Promise<Step> {
  const zone = await zoneOfNow(work);
  return zone === undefined ? undefined : { ...recounted(work, zone), purpose: "read" };
}

/** The zone of a tenant's clocks, where it is another than that of the days that are read. */
async function zoneOfNow({ tally, head: { read, store_id }, zone }: Work): Promise<string | undefined> {
  if (!tally.zoned || !read) return undefined;
  const now = await zone(store_id);
  return now === read.zone ? undefined : now;
}

function begin(work: Work, phase: Phase): Partial<SumHead> {
  const now = work.ctx.now();
  const due_at = phase === "ready" ? nextTime(work) : now + (WAITS[phase] ?? 0);
  return { phase, since: now, cursor: null, due_at };
}

/** When there is something to do about sums that are ready: what has one lane is looked at too, as it may get more. */
function nextTime({ ctx, tally: { checkedEvery, overAt } }: Work): number | null {
  if (checkedEvery !== undefined) return ctx.now() + checkedEvery;
  return overAt ? ctx.now() + DAY : null;
}

function isToCheck({ ctx, tally, head: { due_at, read } }: Work): boolean {
  return tally.checkedEvery !== undefined && read !== null && due_at !== null && due_at <= ctx.now();
}

function isToFold({ ctx, tally, head: { due_at, read } }: Work): boolean {
  return tally.overAt !== undefined && read !== null && due_at !== null && due_at <= ctx.now();
}

/** Puts what is over into one lane. */
async function fold(work: Work): Promise<Step> {
  const { ctx, tally, head } = work;
  const now = ctx.now();
  const isOver = (row: string) => (tally.overAt?.(row) ?? Number.POSITIVE_INFINITY) <= now;
  await foldRows(ctx, { tenantId: head.store_id, generation: nameOf(head.read), lanes: head.lanes, isOver });
  return { due_at: nextTime(work) };
}

/** Has all of it added up again beside what is read, and read instead where that differs. */
function recounted(work: Work, zone = ""): Partial<SumHead> {
  const { ctx, tally } = work;
  const built = { name: generationName(ctx, tally), definition: tally.definition, zone };
  return { ...begin(work, "waiting"), built, purpose: "repair", recount: null };
}

async function walk(work: Work): Promise<Step> {
  const { ctx, tally, head } = work;
  const { kind, cursor } = kindAt(head.cursor, tally);
  const source = tally.sources.find((each) => each.kind === kind);
  if (source) {
    const page = await walkPage(source.walked, head.store_id, cursor);
    const names = page.items.map((item) => recordName(head.store_id, keyOfItem(item)));
    const { broken } = await countRecords(ctx, countingIn(work, nameOf(head.built)), source, names);
    for (const error of broken)
      logger.error("record not counted", { alarm: "sums-aside", tally: tally.name, error });
    const next = tally.sources[tally.sources.indexOf(source) + 1];
    if (page.cursor !== null) return { cursor: JSON.stringify({ kind, cursor: page.cursor }) };
    if (next) return { cursor: JSON.stringify({ kind: next.kind, cursor: null }) };
  }
  if (head.read) return begin(work, "closing");
  return { ...begin(work, "ready"), read: head.built, built: null };
}

function kindAt(cursor: string | null, { sources }: Aggregate): { kind: string; cursor: string | null } {
  if (cursor === null) return { kind: sources[0]?.kind ?? "", cursor: null };
  return JSON.parse(cursor) as { kind: string; cursor: string | null };
}

/** What the cursor begins with when marks are compared the other way round. */
const BACK = "back: ";

async function close(work: Work): Promise<Step> {
  const { head } = work;
  const [read, built] = [nameOf(head.read), nameOf(head.built)];
  const back = head.cursor?.startsWith(BACK) ? head.cursor.slice(BACK.length) : undefined;
  if (back === undefined) {
    const cursor = await countBehindIn(work, { from: read, to: built }, head.cursor);
    if (cursor !== null) return { cursor };
    return head.purpose === "read" ? switched(work) : { cursor: BACK };
  }
  // What the walk has seen and no doorbell has told yet: both are to stand at the same before they are compared.
  const cursor = await countBehindIn(work, { from: built, to: read }, back || null);
  if (cursor !== null) return { cursor: `${BACK}${cursor}` };
  const recount = head.recount ?? { id: built, began_at: head.since, looks: 0 };
  const begun = { ...recount, rows: 0, differing: 0, differences: [], status: "running" as const };
  return { ...begin(work, "comparing"), recount: { ...begun, looks: recount.looks + 1 } };
}

async function compare(work: Work): Promise<Step> {
  const { tally, head, pause } = work;
  const { store_id: tenantId, recount, lanes } = head;
  if (!recount) throw new Error(`The recount of ${tenantId} has not begun.`);
  const pair = { tenantId, tally, read: nameOf(head.read), built: nameOf(head.built), lanes };
  const { rows, differences, cursor } = await compareRows(pair, head.cursor, pause);
  const so = {
    ...recount,
    rows: recount.rows + rows,
    differing: recount.differing + differences.length,
    differences: [...recount.differences, ...differences].slice(0, KEPT),
  };
  if (cursor !== null) return { cursor, recount: so };
  // What a process did that did not know of the recount is no drift: it is counted first, and then it is looked again.
  if (so.differing > 0 && so.looks < LOOKS) return { ...begin(work, "closing"), recount: so };
  return judged(work, so);
}

function judged(work: Work, recount: Recount): Partial<SumHead> {
  const { tally, head } = work;
  const { store_id: store, built, purpose } = head;
  for (const each of recount.differences)
    logger.error("sums differ", { alarm: tally.alarm ?? "tally-drift", store, tally: tally.name, ...each });
  if (recount.differing > 0 && purpose === "repair")
    return { ...switched(work), recount: { ...recount, status: "repaired" } };
  const status = recount.differing > 0 ? "different" : "equal";
  return { ...begin(work, "dropping"), old: built, built: null, recount: { ...recount, status } };
}

/** What was built is what is read from here on. */
function switched(work: Work): Partial<SumHead> {
  const { head } = work;
  return { ...begin(work, "settling"), read: head.built, old: head.read, built: null };
}

/** Counts what was counted in the old generation alone, once nobody does so any more. */
async function waitOut(work: Work): Promise<Step> {
  const { head } = work;
  const cursor = await countBehindIn(work, { from: nameOf(head.old), to: nameOf(head.read) }, head.cursor);
  return cursor === null ? begin(work, "keeping") : { cursor };
}

async function drop(work: Work): Promise<Step> {
  const { head, tally } = work;
  if (!head.old) return begin(work, "ready");
  const place = { tenantId: head.store_id, tally, generation: head.old.name };
  if (head.cursor !== HELD_GONE) return { cursor: (await dropHeldSums(place, head.cursor)) ?? HELD_GONE };
  if (!(await dropRows(place))) return {};
  return { ...begin(work, "ready"), old: null };
}

/** Cursor of a drop when nothing holds sums of the generation any more. */
const HELD_GONE = "held: none";

function countBehindIn(
  work: Work,
  between: { from: string; to: string },
  cursor: string | null,
): Promise<string | null> {
  return countLagging(work.ctx, countingIn(work, between.to), between, cursor);
}

function countingIn({ ctx, tally, head }: Work, generation: string): CountTarget {
  const lanes = lanesWritten(head, ctx.now());
  return { tenantId: head.store_id, tally, generations: [generation], lanes, zones: zonesOf(head) };
}

function nameOf(generation: Generation | null): string {
  if (!generation) throw new Error("A phase of sums has no generation.");
  return generation.name;
}
