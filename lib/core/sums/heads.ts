import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import type { SumHead } from "./schema.ts";
import { heads } from "./table.ts";

/** Seconds that a process may go on with a head that it has read. */
const REMEMBERED = 30;
/** Seconds after which nobody goes on with what a head said before: what was written down then is known to all. */
export const HEAD_SPREAD_SECONDS = 60;
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
      known.delete(name);
      // Those of all sums lie together, and who asks for one asks for another.
      const { items } = await queryItems(heads.partitionIn("table", { store_id: tenantId }), ALL);
      for (const item of items) {
        const head = item.sk === tally ? heads.parse(item) : readable(item);
        if (!head) continue;
        known.delete(`${tenantId} ${head.tally}`);
        known.set(`${tenantId} ${head.tally}`, { head, readAt: now });
      }
      for (const oldest of known.keys()) {
        if (known.size <= MOST) break;
        known.delete(oldest);
      }
      return known.get(name)?.head;
    },
    forget(tenantId, tally) {
      known.delete(`${tenantId} ${tally}`);
    },
  };
}

const ALL = { consistent: true } as const;

/** A head that nobody has asked for; nothing where a newer version has written what this one cannot read. */
function readable(item: Record<string, unknown>): Head | undefined {
  try {
    return heads.parse(item);
  } catch {
    return undefined;
  }
}
