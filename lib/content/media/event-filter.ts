import type { WorkerEventFilter } from "#core/queue/event-filter.ts";
import { TrackUsage } from "./messages.ts";
import { referrers } from "./table.ts";

/**
 * Usage is to be tracked if a record refers to files by now, or did when its usage was tracked last: in between, that
 * of a change before this one is on its way, and it looks at the record as it is then.
 */
export const usageEventFilter: WorkerEventFilter = {
  of: TrackUsage,
  keys: ({ tenant_id: store_id, resource, record_id }) => [referrers.key({ store_id, resource, record_id })],
  isWanted: ({ data }, [referrer]) => referrer !== undefined || JSON.stringify(data).includes('"media:'),
};
