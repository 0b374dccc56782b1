import { FORM_EVENTS } from "#lib/forms/events.ts";
import { TENANT_EVENTS } from "#lib/tenants/events.ts";
import { VISITOR_EVENTS } from "#lib/visitors/events.ts";

/** Every event type that the code announces; a test holds it against what the operations declare. */
export const EVENT_TYPES: readonly string[] = [
  ...TENANT_EVENTS,
  ...FORM_EVENTS,
  ...VISITOR_EVENTS,
].toSorted();
