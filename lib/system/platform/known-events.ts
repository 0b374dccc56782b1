import { closestNames } from "#core/closest-names.ts";
import { fieldError, invalidField, validationFailed } from "#core/errors.ts";
import { EVENT_TYPES } from "./events.ts";

const LIST_HINT = "GET /v1/platform/events lists them";

/** Event types of other interfaces, and our name for each. */
export const EVENT_ALIASES: Readonly<Record<string, (typeof EVENT_TYPES)[number]>> = {
  "order.placed": "order.confirmed",
  "order.payment_received": "order.paid",
  "order.payment_succeeded": "order.paid",
  "order.payment_refunded": "order.refunded",
  "order.canceled": "order.cancelled",
  "order.shipped": "order.shipment_created",
  "order.delivered": "order.shipment_delivered",
  "shipment.created": "order.shipment_created",
  "shipment.delivered": "order.shipment_delivered",
  "payment.received": "payment.captured",
  "payment.succeeded": "payment.captured",
  "reservation.canceled": "reservation.cancelled",
  "booking.created": "reservation.created",
  "booking.updated": "reservation.updated",
  "booking.confirmed": "reservation.confirmed",
  "booking.cancelled": "reservation.cancelled",
  "booking.canceled": "reservation.cancelled",
  "booking_service.created": "service.created",
  "booking_service.updated": "service.updated",
  "booking_service.deleted": "service.deleted",
  "booking_resource.created": "provider.created",
  "booking_resource.updated": "provider.updated",
  "booking_resource.deleted": "provider.deleted",
  "submission.created": "form.submitted",
  "form.submission_created": "form.submitted",
  "form_submission.created": "form.submitted",
  "customer.created": "contact.created",
  "customer.updated": "contact.updated",
  "customer.deleted": "contact.deleted",
  "business.created": "store.created",
  "business.updated": "store.updated",
  "business.deleted": "store.deleted",
  "conversation.handoff": "conversation.escalated",
};

interface EventSelection {
  events?: string[] | undefined;
}
interface WebhookInput extends EventSelection {
  configs?: { webhooks?: EventSelection[] | undefined; webhookEvents?: string[] | undefined } | undefined;
}

/**
 * Replaces aliases by our event types in webhook settings; throws a 400 for an unknown type. Routes call this,
 * because the domains that store the settings do not know all event types.
 */
export function withKnownEvents<T extends WebhookInput>(sent: T): T {
  const { configs } = sent;
  const lists = [
    { at: "events", events: sent.events },
    { at: "configs.webhookEvents", events: configs?.webhookEvents },
    ...(configs?.webhooks ?? []).map(({ events }, index) => ({
      at: `configs.webhooks[${index}].events`,
      events,
    })),
  ];
  const errors = lists.flatMap(({ at, events = [] }) =>
    events.flatMap((event, index) => {
      if (isAnnounced(ourName(event))) return [];
      const message = `is no event type. ${nearestTypes(event)}`;
      return [fieldError(`${at}[${index}]`, message)];
    }),
  );
  if (errors.length > 0) throw validationFailed(errors);
  if (!configs) return withOurNames(sent);
  const { webhooks, webhookEvents } = configs;
  return {
    ...withOurNames(sent),
    configs: {
      ...configs,
      ...(webhooks ? { webhooks: webhooks.map(withOurNames) } : {}),
      ...(webhookEvents ? { webhookEvents: webhookEvents.map(ourName) } : {}),
    },
  };
}

/** Replaces an alias in the query of an event feed; throws a 400 for an unknown type. */
export function withKnownType<T extends { type?: string | undefined }>(asked: T): T {
  if (asked.type === undefined) return asked;
  const type = ourName(asked.type);
  if (!EVENT_TYPES.some((each) => each === type))
    throw invalidField("type", `is no event type. ${nearestTypes(asked.type)}`);
  return { ...asked, type };
}

function withOurNames<L extends EventSelection>(hook: L): L {
  return hook.events ? { ...hook, events: [...new Set(hook.events.map(ourName))] } : hook;
}

function ourName(event: string): string {
  return Object.hasOwn(EVENT_ALIASES, event) ? (EVENT_ALIASES[event] ?? event) : event;
}

function nearestTypes(event: string): string {
  const names = closestNames(event, EVENT_TYPES);
  return names.length > 0 ? `The nearest are ${names.join(", ")}; ${LIST_HINT}` : LIST_HINT;
}

function isAnnounced(filter: string): boolean {
  if (filter === "*") return true;
  if (filter.endsWith(".*")) return EVENT_TYPES.some((type) => type.startsWith(filter.slice(0, -1)));
  return EVENT_TYPES.some((type) => type === filter);
}
