import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { Contention, withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { runInTurn } from "#core/queue/run-in-turn.ts";
import type { WakeUp } from "#core/queue/wake-up.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { beginBuild, endRetention, type Tenants } from "./begin.ts";
import { countRecords } from "./count.ts";
import type { Aggregate, MarkedRecords } from "./declaration.ts";
import { READ_BATCH, readItemsAgain, readMarked } from "./find.ts";
import { zonesOf } from "./generation-name.ts";
import { type Head, type Heads, rememberedHeads } from "./heads.ts";
import { HEARTBEAT, receiveHeartbeat } from "./heartbeat.ts";
import { makeRates, raiseLanes } from "./lanes.ts";
import { CountSums, TendSums } from "./messages.ts";
import { type CountPart, countInOneTransaction } from "./one-transaction.ts";
import { countedGenerations, lanesWritten } from "./read.ts";
import type { SumHead } from "./schema.ts";
import { heads as headRows } from "./table.ts";
import { type Pace, tend } from "./tend.ts";

/** Seconds until records whose host does not exist yet are counted again. */
const POSTPONE_SECONDS = [5, 60, 600];
/** A page of 40 records in at least 200 ms: at most 200 records a second. */
const PACE: Pace = { step: 200, pause: () => sleep(300) };

interface SumsOptions extends Pick<Tenants, "tenantChecks"> {
  zone?: Tenants["zone"];
  heads?: Heads;
  pace?: Pace;
}

/** Maintains some sums: counts the records that wake-up messages name, and continues builds. */
export function maintainSums(
  tallies: readonly Aggregate[],
  { tenantChecks, zone = async () => "", heads = rememberedHeads(), pace = PACE }: SumsOptions,
) {
  const tenants = { tenantChecks, zone };
  const rates = makeRates();
  const named = (name: string) => tallies.find((tally) => tally.name === name);

  /** The head that says where a change is counted. The first change in an older store starts its sums. */
  const headFor = async (ctx: Context, tenantId: string, tally: Aggregate): Promise<Head | undefined> => {
    const known = await heads.find(tenantId, tally.name, ctx.now());
    const isCurrent = (found: Head | undefined) =>
      (found?.built ?? found?.read)?.definition === tally.definition;
    if (known && isCurrent(known)) return known;
    // The remembered head may be older than a build that somebody else started.
    heads.forget(tenantId, tally.name);
    const head = await heads.find(tenantId, tally.name, ctx.now());
    if (head?.phase === "keeping" && !isCurrent(head)) await endRetention(ctx, head);
    if (head && (isCurrent(head) || head.phase !== "ready")) return head;
    return beginBuild(ctx, { tenantId, tally, before: head }, tenants);
  };

  const countFor = async (
    ctx: Context,
    part: CountPart,
    wakeUp: WakeUp,
    found?: MarkedRecords,
  ): Promise<void> => {
    const { counting, source } = part;
    const { later, broken } = await countRecords(ctx, counting, source, wakeUp.of, found);
    const delay = POSTPONE_SECONDS[wakeUp.again];
    if (later.length > 0 && delay !== undefined) {
      const body = { ...wakeUp, of: later, again: wakeUp.again + 1 };
      await transact(ctx, [enqueue(ctx, CountSums, body, delay)]);
    }
    // It throws only after the other records are counted. The message goes to the dead-letter queue, and can be sent
    // again once its unreadable record is repaired.
    const [first] = broken;
    if (first) throw first;
  };

  // Records are read once for all sums: first their marks in one round trip, and then the records.
  const countSome = async (ctx: Context, wakeUp: WakeUp): Promise<void> => {
    const { tenant_id: tenantId, of } = wakeUp;
    const parts: CountPart[] = [];
    for (const tally of tallies) {
      const source = tally.sources.find(({ kind }) => kind === wakeUp.kind);
      const head = source && (await headFor(ctx, tenantId, tally));
      if (!source || !head) continue;
      const [generations, zones] = [countedGenerations(head, tally), zonesOf(head)];
      const counting = { tenantId, tally, generations, lanes: lanesWritten(head, ctx.now()), zones };
      parts.push({ source, counting });
      if (
        !tally.host &&
        !tally.alternative &&
        rates.isFast(`${tenantId} ${tally.name}`, of.length, ctx.clock())
      )
        await raiseLanes(ctx, head, tally);
    }
    if (parts.length === 0) return;
    const generations = parts.flatMap(({ counting }) => counting.generations);
    let found = await readMarked({ tenantId, generations }, of);
    for (const { counting } of parts)
      if (await counting.tally.prepare?.(ctx, tenantId, of, found))
        found = await readItemsAgain(tenantId, of, found);
    let outcome = await countInOneTransaction(ctx, parts, of, found);
    if (outcome === "in vain") {
      // Usually another worker has counted the same records, and nothing is left to write.
      found = await readMarked({ tenantId, generations }, of);
      outcome = await countInOneTransaction(ctx, parts, of, found);
    }
    if (outcome === "counted") return;
    for (const part of parts) await countFor(ctx, part, wakeUp, outcome === "in vain" ? undefined : found);
  };

  const countTogether = async (ctx: Context, wakeUps: readonly WakeUp[]): Promise<void> => {
    const [first] = wakeUps;
    if (!first) return;
    const names = [...new Set(wakeUps.flatMap(({ of }) => of))];
    for (let start = 0; start < names.length; start += READ_BATCH)
      await countSome(ctx, { ...first, of: names.slice(start, start + READ_BATCH) });
  };

  return {
    /** Kinds of records whose changes are counted. */
    kinds: [...new Set(tallies.flatMap(({ sources }) => sources.map(({ kind }) => kind)))],

    /**
     * Counts the records that some messages name, those of one tenant and kind together.
     *
     * @returns the messages whose records could not be counted
     */
    async count(ctx: Context, wakeUps: readonly WakeUp[]): Promise<ReadonlySet<WakeUp>> {
      const failed = new Set<WakeUp>();
      const { [HEARTBEAT]: heartbeats = [], changes = [] } = Object.groupBy(wakeUps, ({ kind }) =>
        kind === HEARTBEAT ? HEARTBEAT : "changes",
      );
      const groups = Map.groupBy(changes, ({ tenant_id, kind, again }) => `${tenant_id} ${kind} ${again}`);
      const counting = runInTurn(groups.values(), (group) =>
        countTogether(ctx, group).catch((error: unknown) => {
          for (const wakeUp of group) failed.add(wakeUp);
          throw error;
        }),
      );
      // Each failure was logged when it happened.
      await counting.catch(() => undefined);
      if (failed.size === 0) await sideBySide(heartbeats.map(receiveHeartbeat));
      return failed;
    },

    /** Continues the work on a tenant's sums; where it has none, starts all of them. */
    async tend(
      ctx: Context,
      { tenant_id, tally: name }: { tenant_id: string; tally: string },
      until: number,
    ) {
      const tally = named(name);
      if (!tally) return;
      if (await headRows.find({ store_id: tenant_id, tally: name }))
        return tend(ctx, tenant_id, tally, { until, pace, zone });
      for (const each of tallies) await headFor(ctx, tenant_id, each);
    },

    /** Continues builds whose own message was lost. */
    due: dueWork(headRows, (ctx, { store_id, tally }) =>
      transact(ctx, [enqueue(ctx, TendSums, { tenant_id: store_id, tally })]),
    ),

    /** Starts a check of a tenant's time zone: if it has changed, the daily sums are built anew. */
    async follow(ctx: Context, tenantId: string): Promise<void> {
      const zoned = tallies.filter((tally) => tally.zoned);
      await transact(
        ctx,
        zoned.map(({ name }) => enqueue(ctx, TendSums, { tenant_id: tenantId, tally: name })),
      );
    },

    /**
     * Recounts a tenant's sums and compares them with those that are read; a difference raises an alarm.
     *
     * @param purpose `repair` reads the new sums if they differ
     * @returns the head; `undefined` while other work on the sums runs
     */
    async recount(
      ctx: Context,
      tenantId: string,
      name: string,
      purpose: "compare" | "repair",
    ): Promise<SumHead | undefined> {
      const tally = named(name);
      if (!tally) return undefined;
      return withRetries(async () => {
        heads.forget(tenantId, name);
        const before = await headRows.find({ store_id: tenantId, tally: name });
        if (before && before.phase !== "ready") return undefined;
        const head = await beginBuild(ctx, { tenantId, tally, before }, tenants, purpose);
        // The head was changed meanwhile, such as its number of lanes, so the build was not started.
        if (head?.phase === "ready") throw new Contention(`The sums ${name} of ${tenantId} were changed.`);
        return head;
      });
    },
  };
}
