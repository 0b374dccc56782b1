import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { attempt, Contention } from "#core/dynamo/retry.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import type { Doorbell } from "#core/queue/doorbell.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { beginBuild, endKeeping } from "./begin.ts";
import { countRecords } from "./count.ts";
import type { Source, Tally } from "./declaration.ts";
import { makeRates, raiseLanes } from "./lanes.ts";
import { CountSums, TendSums } from "./messages.ts";
import { countedIn, type Head, type Heads, lanesWritten, rememberedHeads } from "./read.ts";
import type { SumHead } from "./schema.ts";
import { heads as headRows } from "./table.ts";
import { type Pace, tend } from "./tend.ts";

/** Seconds after which records are looked at again whose row's own record was not there. */
const PUT_OFF = [5, 60, 600];
/** Heads that one tick wakes; what is left is for the next. */
const WOKEN = 1000;
/** Forty records in 200 ms: 200 a second. */
const PACE: Pace = { step: 200, pause: () => sleep(300) };

interface Options {
  /** The writes that demand that a tenant is there and is not being deleted. */
  stands(tenantId: string): Write[];
  heads?: Heads;
  pace?: Pace;
}

/** What keeps some sums: it counts what doorbells name, and goes on with builds. */
export function keepSums(
  tallies: readonly Tally[],
  { stands, heads = rememberedHeads(), pace = PACE }: Options,
) {
  const rates = makeRates();
  const named = (name: string) => tallies.find((tally) => tally.name === name);

  /** The head that says where a change is counted; the first change of an older store begins the sums. */
  const headFor = async (ctx: Context, tenantId: string, tally: Tally): Promise<Head | undefined> => {
    const known = await heads.find(tenantId, tally.name, ctx.now());
    const isCurrent = (head: Head | undefined) =>
      (head?.built ?? head?.read)?.definition === tally.definition;
    if (known && isCurrent(known)) return known;
    // What is remembered may be from before somebody else began.
    heads.forget(tenantId, tally.name);
    const head = await heads.find(tenantId, tally.name, ctx.now());
    if (head?.phase === "keeping" && !isCurrent(head)) await endKeeping(ctx, head);
    if (head && (isCurrent(head) || head.phase !== "ready")) return head;
    return beginBuild(ctx, { tenantId, tally, before: head }, stands);
  };

  const countFor = async (ctx: Context, tally: Tally, source: Source, bell: Doorbell): Promise<void> => {
    const { tenant_id: tenantId, of } = bell;
    const head = await headFor(ctx, tenantId, tally);
    if (!head) return;
    const lanes = lanesWritten(head, ctx.now());
    const counting = { tenantId, tally, generations: countedIn(head, tally), lanes };
    const { later, broken } = await countRecords(ctx, counting, source, of);
    const delay = PUT_OFF[bell.again];
    if (later.length > 0 && delay !== undefined) {
      const body = { ...bell, of: later, again: bell.again + 1 };
      await transact(ctx, [enqueue(ctx, CountSums, body, delay)]);
    }
    if (!tally.host && rates.isFast(`${tenantId} ${tally.name}`, of.length, ctx.clock()))
      await raiseLanes(ctx, head);
    // Once the others are counted: what cannot be read comes to the dead letters, and is counted when it is mended.
    const [first] = broken;
    if (first) throw first;
  };

  const countTogether = async (ctx: Context, bells: readonly Doorbell[]): Promise<void> => {
    const [first] = bells;
    if (!first) return;
    const bell = { ...first, of: [...new Set(bells.flatMap(({ of }) => of))] };
    for (const tally of tallies) {
      const source = tally.sources.find(({ kind }) => kind === bell.kind);
      if (source) await countFor(ctx, tally, source, bell);
    }
  };

  return {
    /** Kinds of records whose changes are counted. */
    kinds: [...new Set(tallies.flatMap(({ sources }) => sources.map(({ kind }) => kind)))],

    /**
     * Counts the records that some messages name, those of one tenant and kind together.
     *
     * @returns the messages whose records could not be counted
     */
    async count(ctx: Context, bells: readonly Doorbell[]): Promise<ReadonlySet<Doorbell>> {
      const failed = new Set<Doorbell>();
      const groups = Map.groupBy(bells, ({ tenant_id, kind, again }) => `${tenant_id} ${kind} ${again}`);
      const counting = inTurn(groups.values(), (group) =>
        countTogether(ctx, group).catch((error: unknown) => {
          for (const bell of group) failed.add(bell);
          throw error;
        }),
      );
      // Each failure was told as it happened.
      await counting.catch(() => undefined);
      return failed;
    },

    /** Goes on with what is being done to a tenant's sums. */
    async tend(
      ctx: Context,
      { tenant_id, tally: name }: { tenant_id: string; tally: string },
      until: number,
    ) {
      const tally = named(name);
      if (tally) await tend(ctx, tenant_id, tally, { until, pace });
    },

    /** Wakes what is due and what did not go on by itself. */
    async wake(ctx: Context): Promise<void> {
      await inTurn(await headRows.dueUntil(ctx.now(), WOKEN), ({ store_id, tally }) =>
        transact(ctx, [enqueue(ctx, TendSums, { tenant_id: store_id, tally })]),
      );
    },

    /**
     * Has a tenant's sums reckoned anew and compared with those that are read; a difference is an alarm.
     *
     * @param purpose whether, if they differ, the new ones are read from then on
     * @returns the head; `undefined` where something is being done to the sums already
     */
    async recount(
      ctx: Context,
      tenantId: string,
      name: string,
      purpose: "compare" | "repair",
    ): Promise<SumHead | undefined> {
      const tally = named(name);
      if (!tally) return undefined;
      return attempt(async () => {
        heads.forget(tenantId, name);
        const before = await headRows.find({ store_id: tenantId, tally: name });
        if (before && before.phase !== "ready") return undefined;
        const head = await beginBuild(ctx, { tenantId, tally, before }, stands, purpose);
        // Something beside it was changed meanwhile, such as the number of lanes.
        if (head?.phase === "ready") throw new Contention(`The sums ${name} of ${tenantId} were changed.`);
        return head;
      });
    },
  };
}
