import { refuse, validationFailed } from "#core/errors.ts";
import { EVENT_TYPES } from "./events.ts";

const UNKNOWN = "is no event type. GET /v1/platform/events lists them";

interface Listening {
  events?: string[] | undefined;
}
interface Sent extends Listening {
  configs?: { webhooks?: Listening[] | undefined; webhookEvents?: string[] | undefined } | undefined;
}

/**
 * What was sent of webhooks, as it was sent; throws a 400 where one listens to an event that nothing announces. The list
 * of events is not known to the domains, so it is looked at where a request comes in.
 */
export function withKnownEvents<T extends Sent>(sent: T): T {
  const lists = [
    { at: "events", events: sent.events },
    { at: "configs.webhookEvents", events: sent.configs?.webhookEvents },
    ...(sent.configs?.webhooks ?? []).map(({ events }, index) => ({
      at: `configs.webhooks[${index}].events`,
      events,
    })),
  ];
  const errors = lists.flatMap(({ at, events = [] }) =>
    events.flatMap((event, index) =>
      isAnnounced(event)
        ? []
        : [
            {
              field: `${at}[${index}]`,
              message: UNKNOWN,
              error: "FIELD.VALIDATION_FAILED",
            },
          ],
    ),
  );
  if (errors.length > 0) throw validationFailed(errors);
  return sent;
}

/** What was asked of a feed of events, as it was asked; throws a 400 where its type is none that is announced. */
export function withKnownType<T extends { type?: string | undefined }>(asked: T): T {
  if (asked.type !== undefined && !EVENT_TYPES.some((type) => type === asked.type))
    throw refuse("type", UNKNOWN);
  return asked;
}

function isAnnounced(filter: string): boolean {
  if (filter === "*") return true;
  if (filter.endsWith(".*")) return EVENT_TYPES.some((type) => type.startsWith(filter.slice(0, -1)));
  return EVENT_TYPES.some((type) => type === filter);
}
