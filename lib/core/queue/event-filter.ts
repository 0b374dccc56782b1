import { type Key, keyName, keyOfItem } from "#core/dynamo/key.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import type { Event } from "#core/events.ts";
import { logger } from "#core/log.ts";
import type { Message } from "./message.ts";

type Item = Record<string, unknown>;

/**
 * Decides whether a worker has anything to do for an event that it subscribes to, so that needless ones are not sent.
 * In doubt it must say yes: whether the worker acts may depend only on the event and the items of these keys.
 */
export interface WorkerEventFilter {
  /** The message of the worker. */
  message: Message;
  /** The items that decide. Those of many events are read together, strongly consistent. */
  keys(event: Event): Key[];
  /** @param items those of the keys, in their order */
  isWanted(event: Event, items: (Item | undefined)[]): boolean;
}

/** An outgoing message, or an event for a worker. */
export interface OutgoingEvent {
  event?: Event;
  to?: string;
}

/** Drops events that their worker does not need, after one read for all. Drops none if the table cannot be read. */
export async function filterEvents<A extends OutgoingEvent>(
  all: A[],
  filters: readonly WorkerEventFilter[],
): Promise<A[]> {
  const filterOf = new Map(filters.map((each) => [each.message.worker, each]));
  const checks = all.map((each) => {
    const { event, to } = each;
    const filter = event && to !== undefined ? filterOf.get(to) : undefined;
    return { each, keys: event && filter ? filter.keys(event) : [], event, hearing: filter };
  });
  const keys = checks.flatMap((each) => each.keys);
  if (keys.length === 0) return all;
  try {
    const items = await batchGetItems(keys, true);
    const byName = new Map(items.map((item) => [keyName(keyOfItem(item)), item]));
    const isWanted = ({ event, hearing: filter, keys: own }: (typeof checks)[number]) =>
      !event ||
      !filter ||
      filter.isWanted(
        event,
        own.map((key) => byName.get(keyName(key))),
      );
    return checks.filter(isWanted).map(({ each }) => each);
  } catch (error) {
    logger.warn("it is not known who listens", { error: error as Error });
    return all;
  }
}
