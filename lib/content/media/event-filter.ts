import type { WorkerEventFilter } from "#core/queue/event-filter.ts";
import { TrackUsage } from "./messages.ts";
import { referrers } from "./table.ts";

/**
 * Tracks usage after a change if the record refers to files now, or did when its usage was last tracked. Any change in
 * between that added a file has its own message, which reads the record as it then is.
 */
export const usageEventFilter: WorkerEventFilter = {
  message: TrackUsage,
  keys: ({ tenant_id: store_id, resource, record_id }) => [referrers.key({ store_id, resource, record_id })],
  isWanted: ({ data }, [referrer]) => referrer !== undefined || JSON.stringify(data).includes('"media:'),
};
