import type { Stored } from "#core/dynamo/entity.ts";
import { NO_LEASE } from "#core/dynamo/lease-schema.ts";
import type { Write } from "#core/dynamo/transact.ts";
import type { Definition, Tally } from "./declaration.ts";
import type { SumHead } from "./schema.ts";
import { heads } from "./table.ts";

/** Seconds that a process may go on with a head that it has read. */
const REMEMBERED = 30;
/** Seconds after which nobody goes on with what a head said before: what was written down then is known to all. */
export const KNOWN_TO_ALL = 60;
const MOST = 5000;

export type Head = Stored<SumHead>;

/** The heads that one process remembers. That there is none is never remembered. */
export interface Heads {
  find(tenantId: string, tally: string, now: number): Promise<Head | undefined>;
  forget(tenantId: string, tally: string): void;
}

/** @param held seconds; a test may have a process hold what it knows for too long */
export function rememberedHeads(held = REMEMBERED): Heads {
  const known = new Map<string, { head: Head; readAt: number }>();
  return {
    async find(tenantId, tally, now) {
      const name = `${tenantId} ${tally}`;
      const found = known.get(name);
      if (found && now >= found.readAt && now - found.readAt < held) return found.head;
      const head = await heads.find({ store_id: tenantId, tally });
      known.delete(name);
      if (!head) return undefined;
      known.set(name, { head, readAt: now });
      const [oldest] = known.size > MOST ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
      return head;
    },
    forget(tenantId, tally) {
      known.delete(`${tenantId} ${tally}`);
    },
  };
}

/** The writes that give a new store sums that are complete, because there is nothing to add up yet. */
export function readySums(tenantId: string, now: number, tallies: readonly Definition[]): Write[] {
  return tallies.map((tally) => {
    const read = { name: `${tally.name}-0`, definition: tally.definition };
    const head = { ...newHead(tenantId, tally, now), read, phase: "ready" as const, next_at: null };
    return heads.create(head);
  });
}

/** The generations that a change is counted in, of those whose definition is the one that runs here. */
export function countedIn({ read, built, old, phase }: SumHead, { definition }: Tally): string[] {
  // Until nobody reads the old one any more, it goes on.
  const all = [read, built, phase === "settling" ? old : null];
  return all.flatMap((each) => (each?.definition === definition ? [each.name] : []));
}

/** Lanes that are written. They are more only once everybody reads as many. */
export function lanesWritten({ lanes, lanes_before, raised_at }: SumHead, now: number): number {
  return now - raised_at >= KNOWN_TO_ALL ? lanes : lanes_before;
}

/** The head of sums that nothing was counted for yet. */
export function newHead(store_id: string, { name }: Definition, now: number): SumHead {
  return {
    store_id,
    tally: name,
    read: null,
    built: null,
    old: null,
    phase: "waiting",
    since: now,
    next_at: now,
    cursor: null,
    purpose: "read",
    recount: null,
    lanes: 1,
    lanes_before: 1,
    raised_at: 0,
    ...NO_LEASE,
  };
}
