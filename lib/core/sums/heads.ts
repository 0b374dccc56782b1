import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import type { SumHead } from "./schema.ts";
import { heads } from "./table.ts";

/** Seconds for which a process may use a head that it has read. */
const CACHE_SECONDS = 30;
/** Seconds after which every process uses a changed head. */
export const HEAD_SPREAD_SECONDS = 60;
const MAX_HEADS = 5000;

export type Head = Stored<SumHead>;

/** The heads that one process remembers. A missing head is never remembered. */
export interface Heads {
  find(tenantId: string, tally: string, now: number): Promise<Head | undefined>;
  forget(tenantId: string, tally: string): void;
}

/** @param seconds for which a head is remembered; tests use longer ones than are allowed */
export function rememberedHeads(seconds = CACHE_SECONDS): Heads {
  const known = new Map<string, { head: Head; readAt: number }>();
  return {
    async find(tenantId, tally, now) {
      const name = `${tenantId} ${tally}`;
      const found = known.get(name);
      if (found && now >= found.readAt && now - found.readAt < seconds) return found.head;
      known.delete(name);
      // The heads of all sums are in one partition, and a process that needs one needs others too.
      const { items } = await queryItems(heads.partitionIn("table", { store_id: tenantId }), CONSISTENT);
      for (const item of items) {
        const head = item.sk === tally ? heads.parse(item) : parseHead(item);
        if (!head) continue;
        known.delete(`${tenantId} ${head.tally}`);
        known.set(`${tenantId} ${head.tally}`, { head, readAt: now });
      }
      for (const oldest of known.keys()) {
        if (known.size <= MAX_HEADS) break;
        known.delete(oldest);
      }
      return known.get(name)?.head;
    },
    forget(tenantId, tally) {
      known.delete(`${tenantId} ${tally}`);
    },
  };
}

const CONSISTENT = { consistent: true } as const;

/** Parses a head of other sums; `undefined` where a newer version of this code wrote it in another form. */
function parseHead(item: Record<string, unknown>): Head | undefined {
  try {
    return heads.parse(item);
  } catch {
    return undefined;
  }
}
