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
import { dropHostSums, dropRows } from "./drop.ts";
import { foldRows } from "./fold.ts";
import { generationName, zonesOf } from "./generation-name.ts";
import { HEAD_SPREAD_SECONDS, type Head } from "./heads.ts";
import { lanesWritten } from "./read.ts";
import type { Generation, Phase, Recount, SumHead } from "./schema.ts";
import { walkPage } from "./walk.ts";

/** Most differences that a recount stores, and how often it compares rows before it reports them. */
const MAX_DIFFERENCES = 100;
const MAX_COMPARISONS = 3;

const WAIT_SECONDS: Readonly<Partial<Record<Phase, number>>> = {
  waiting: HEAD_SPREAD_SECONDS,
  settling: HEAD_SPREAD_SECONDS,
  keeping: DAY,
  // Longer than any function remembers a head: by then nobody counts in the old generation.
  dropping: 900,
};

/** What a step changes in the head; `undefined` while the phase waits until `due_at`. */
type HeadChange = Partial<SumHead> | undefined;

interface StepWork {
  ctx: Context;
  tally: Aggregate;
  head: Head;
  pause(): Promise<void>;
  zone: Tenants["zone"];
}

const STEPS: Readonly<Record<Phase, (work: StepWork) => Promise<HeadChange>>> = {
  ready: async (work) =>
    (await restartForZone(work)) ??
    (isCheckDue(work) ? startRecount(work, work.head.read?.zone) : isFoldDue(work) ? fold(work) : undefined),
  waiting: async (work) => enterPhase(work, "walking"),
  walking: walk,
  closing: catchUp,
  comparing: compare,
  settling: countLastChanges,
  keeping: async (work) => enterPhase(work, "dropping"),
  dropping: drop,
};

export function nextStep(work: StepWork): Promise<HeadChange> {
  const { ctx, head, tally } = work;
  const { built, phase, since } = head;
  // A build that another definition has begun is useless.
  if (built && built.definition !== tally.definition)
    return Promise.resolve({ ...enterPhase(work, "dropping"), old: built, built: null });
  const waits = ctx.now() < since + (WAIT_SECONDS[phase] ?? 0);
  if (!waits) return STEPS[phase](work);
  return phase === "keeping" ? endRetaining(work) : Promise.resolve(undefined);
}

// A change of the time zone ends the retention of an old generation, so that another build can begin.
async function endRetaining(work: StepWork): Promise<HeadChange> {
  return (await newZone(work)) === undefined ? undefined : { ...enterPhase(work, "dropping"), since: 0 };
}

/** Starts to compute all days anew if the tenant's time zone has changed. */
async function restartForZone(work: StepWork): Promise<HeadChange> {
  const zone = await newZone(work);
  return zone === undefined ? undefined : { ...startRecount(work, zone), purpose: "read" };
}

/** The tenant's time zone, if it differs from that of the days that are read. */
async function newZone({ tally, head: { read, store_id }, zone }: StepWork): Promise<string | undefined> {
  if (!tally.zoned || !read) return undefined;
  const now = await zone(store_id);
  return now === read.zone ? undefined : now;
}

function enterPhase(work: StepWork, phase: Phase): Partial<SumHead> {
  const now = work.ctx.now();
  const due_at = phase === "ready" ? nextTime(work) : now + (WAIT_SECONDS[phase] ?? 0);
  return { phase, since: now, cursor: null, due_at };
}

/** When sums that are ready need work again: a recount, or a fold, even with one lane, as there may be more later. */
function nextTime({ ctx, tally: { checkedEvery, finalAt } }: StepWork): number | null {
  if (checkedEvery !== undefined) return ctx.now() + checkedEvery;
  return finalAt ? ctx.now() + DAY : null;
}

const isCheckDue = (work: StepWork) => work.tally.checkedEvery !== undefined && isDue(work);
const isFoldDue = (work: StepWork) => work.tally.finalAt !== undefined && isDue(work);

function isDue({ ctx, head: { due_at, read } }: StepWork): boolean {
  return read !== null && due_at !== null && due_at <= ctx.now();
}

async function fold(work: StepWork): Promise<HeadChange> {
  const { ctx, tally, head } = work;
  const now = ctx.now();
  const isOver = (row: string) => (tally.finalAt?.(row) ?? Number.POSITIVE_INFINITY) <= now;
  await foldRows(ctx, {
    tenantId: head.store_id,
    generation: generationNameOf(head.read),
    lanes: head.lanes,
    isFinal: isOver,
  });
  return { due_at: nextTime(work) };
}

/** Starts a recount in a new generation, which will be read if it differs from the current one. */
function startRecount(work: StepWork, zone = ""): Partial<SumHead> {
  const { ctx, tally } = work;
  const built = { name: generationName(ctx, tally), definition: tally.definition, zone };
  return { ...enterPhase(work, "waiting"), built, purpose: "repair", recount: null };
}

async function walk(work: StepWork): Promise<HeadChange> {
  const { ctx, tally, head } = work;
  const { kind, cursor } = kindAt(head.cursor, tally);
  const source = tally.sources.find((each) => each.kind === kind);
  if (source) {
    const page = await walkPage(source.walked, head.store_id, cursor);
    const names = page.items.map((item) => recordName(head.store_id, keyOfItem(item)));
    const { broken } = await countRecords(ctx, countingIn(work, generationNameOf(head.built)), source, names);
    for (const error of broken)
      logger.error("record not counted", { alarm: "sums-aside", tally: tally.name, error });
    const next = tally.sources[tally.sources.indexOf(source) + 1];
    if (page.cursor !== null) return { cursor: JSON.stringify({ kind, cursor: page.cursor }) };
    if (next) return { cursor: JSON.stringify({ kind: next.kind, cursor: null }) };
  }
  if (head.read) return enterPhase(work, "closing");
  return { ...enterPhase(work, "ready"), read: head.built, built: null };
}

function kindAt(cursor: string | null, { sources }: Aggregate): { kind: string; cursor: string | null } {
  if (cursor === null) return { kind: sources[0]?.kind ?? "", cursor: null };
  return JSON.parse(cursor) as { kind: string; cursor: string | null };
}

/** Prefix of a cursor while marks are compared the other way round: those of the new generation with the read one. */
const BACKWARD_PREFIX = "back: ";

async function catchUp(work: StepWork): Promise<HeadChange> {
  const { head } = work;
  const [read, built] = [generationNameOf(head.read), generationNameOf(head.built)];
  const back = head.cursor?.startsWith(BACKWARD_PREFIX)
    ? head.cursor.slice(BACKWARD_PREFIX.length)
    : undefined;
  if (back === undefined) {
    const cursor = await countLaggingIn(work, { from: read, to: built }, head.cursor);
    if (cursor !== null) return { cursor };
    return head.purpose === "read" ? switchOver(work) : { cursor: BACKWARD_PREFIX };
  }
  // Before rows are compared, the read generation must catch up too: the walk may have counted newer changes.
  const cursor = await countLaggingIn(work, { from: built, to: read }, back || null);
  if (cursor !== null) return { cursor: `${BACKWARD_PREFIX}${cursor}` };
  const recount = head.recount ?? { id: built, began_at: head.since, looks: 0 };
  const started = { ...recount, rows: 0, differing: 0, differences: [], status: "running" as const };
  return { ...enterPhase(work, "comparing"), recount: { ...started, looks: recount.looks + 1 } };
}

async function compare(work: StepWork): Promise<HeadChange> {
  const { tally, head, pause } = work;
  const { store_id: tenantId, recount, lanes } = head;
  if (!recount) throw new Error(`The recount of ${tenantId} has not begun.`);
  const pair = {
    tenantId,
    tally,
    read: generationNameOf(head.read),
    built: generationNameOf(head.built),
    lanes,
  };
  const { rows, differences, cursor } = await compareRows(pair, head.cursor, pause);
  const updated = {
    ...recount,
    rows: recount.rows + rows,
    differing: recount.differing + differences.length,
    differences: [...recount.differences, ...differences].slice(0, MAX_DIFFERENCES),
  };
  if (cursor !== null) return { cursor, recount: updated };
  // A process that did not know of the recount may have counted records: catch up and compare again.
  if (updated.differing > 0 && updated.looks < MAX_COMPARISONS)
    return { ...enterPhase(work, "closing"), recount: updated };
  return finishRecount(work, updated);
}

function finishRecount(work: StepWork, recount: Recount): Partial<SumHead> {
  const { tally, head } = work;
  const { store_id: store, built, purpose } = head;
  for (const each of recount.differences)
    logger.error("sums differ", { alarm: tally.alarm ?? "tally-drift", store, tally: tally.name, ...each });
  if (recount.differing > 0 && purpose === "repair")
    return { ...switchOver(work), recount: { ...recount, status: "repaired" } };
  const status = recount.differing > 0 ? "different" : "equal";
  return { ...enterPhase(work, "dropping"), old: built, built: null, recount: { ...recount, status } };
}

function switchOver(work: StepWork): Partial<SumHead> {
  const { head } = work;
  return { ...enterPhase(work, "settling"), read: head.built, old: head.read, built: null };
}

/** Counts the changes that only the old generation has. By now nobody counts there any more. */
async function countLastChanges(work: StepWork): Promise<HeadChange> {
  const { head } = work;
  const cursor = await countLaggingIn(
    work,
    { from: generationNameOf(head.old), to: generationNameOf(head.read) },
    head.cursor,
  );
  return cursor === null ? enterPhase(work, "keeping") : { cursor };
}

async function drop(work: StepWork): Promise<HeadChange> {
  const { head, tally } = work;
  if (!head.old) return enterPhase(work, "ready");
  const place = { tenantId: head.store_id, tally, generation: head.old.name };
  if (head.cursor !== HELD_DROPPED)
    return { cursor: (await dropHostSums(place, head.cursor)) ?? HELD_DROPPED };
  if (!(await dropRows(place))) return {};
  return { ...enterPhase(work, "ready"), old: null };
}

/** Cursor of a drop after all host records have lost the sums of the generation. */
const HELD_DROPPED = "held: none";

function countLaggingIn(
  work: StepWork,
  between: { from: string; to: string },
  cursor: string | null,
): Promise<string | null> {
  return countLagging(work.ctx, countingIn(work, between.to), between, cursor);
}

function countingIn({ ctx, tally, head }: StepWork, generation: string): CountTarget {
  const lanes = lanesWritten(head, ctx.now());
  return { tenantId: head.store_id, tally, generations: [generation], lanes, zones: zonesOf(head) };
}

function generationNameOf(generation: Generation | null): string {
  if (!generation) throw new Error("A phase of sums has no generation.");
  return generation.name;
}
