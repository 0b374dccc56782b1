import type { WorkerEventFilter } from "#core/queue/event-filter.ts";
import { TrackUsage } from "./messages.ts";
import { referrers } from "./table.ts";

/**
 * Usage is tracked for a record that refers to files now or did at the last tracking. An earlier change between the two
 * has its own message, which reads the record as it is then.
 */
export const usageEventFilter: WorkerEventFilter = {
  of: TrackUsage,
  keys: ({ tenant_id: store_id, resource, record_id }) => [referrers.key({ store_id, resource, record_id })],
  isWanted: ({ data }, [referrer]) => referrer !== undefined || JSON.stringify(data).includes('"media:'),
};
