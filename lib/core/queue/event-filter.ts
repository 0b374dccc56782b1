import { type Key, keyName, keyOfItem } from "#core/dynamo/key.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import type { Event } from "#core/events.ts";
import { logger } from "#core/log.ts";
import type { Message } from "./message.ts";

type Item = Record<string, unknown>;

/**
 * Says whether a worker would have anything to do for an event that it declares, so that none is sent to it in vain. It
 * must say yes in doubt: what the worker does depends on no more than the items of the keys and the event.
 */
export interface WorkerEventFilter {
  /** The worker that it speaks for, by what its queue takes. */
  of: Message;
  /** The items that tell; they are read strongly consistent, those of many events together. */
  keys(event: Event): Key[];
  /** @param items those of the keys, in their order */
  isWanted(event: Event, items: (Item | undefined)[]): boolean;
}

/** What is on its way to a queue; an event, to a worker. */
export interface OutgoingEvent {
  event?: Event;
  to?: string;
}

/** Those that have something to do, by one read for all of them; all, where the table cannot be asked. */
export async function filterEvents<A extends OutgoingEvent>(
  all: A[],
  hearings: readonly WorkerEventFilter[],
): Promise<A[]> {
  const hearingOf = new Map(hearings.map((each) => [each.of.worker, each]));
  const asking = all.map((each) => {
    const { event, to } = each;
    const hearing = event && to !== undefined ? hearingOf.get(to) : undefined;
    return { each, keys: event && hearing ? hearing.keys(event) : [], event, hearing };
  });
  const keys = asking.flatMap((each) => each.keys);
  if (keys.length === 0) return all;
  try {
    const items = await batchGetItems(keys, true);
    const byName = new Map(items.map((item) => [keyName(keyOfItem(item)), item]));
    const isHeard = ({ event, hearing, keys: own }: (typeof asking)[number]) =>
      !event ||
      !hearing ||
      hearing.isWanted(
        event,
        own.map((key) => byName.get(keyName(key))),
      );
    return asking.filter(isHeard).map(({ each }) => each);
  } catch (error) {
    logger.warn("it is not known who listens", { error: error as Error });
    return all;
  }
}
