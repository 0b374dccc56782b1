import { COLLECTION_EVENTS } from "#lib/collections/events.ts";
import { ENTRY_EVENTS } from "#lib/entries/events.ts";
import { FORM_EVENTS } from "#lib/forms/events.ts";
import { MEDIA_EVENTS } from "#lib/media/events.ts";
import { NEWSLETTER_EVENTS } from "#lib/newsletters/events.ts";
import { NODE_EVENTS } from "#lib/nodes/events.ts";
import { PAYMENT_EVENTS } from "#lib/payments/events.ts";
import { PEOPLE_EVENTS } from "#lib/people/events.ts";
import { PROMO_CODE_EVENTS } from "#lib/promo-codes/events.ts";
import { PROVIDER_EVENTS } from "#lib/providers/events.ts";
import { RESERVATION_EVENTS } from "#lib/reservations/events.ts";
import { SERVICE_EVENTS } from "#lib/services/events.ts";
import { TAXONOMY_EVENTS } from "#lib/taxonomies/events.ts";
import { TENANT_EVENTS } from "#lib/tenants/events.ts";
import { VISITOR_EVENTS } from "#lib/visitors/events.ts";

/** Every event type that the code announces; a test holds it against what the operations declare. */
export const EVENT_TYPES: readonly string[] = [
  ...TENANT_EVENTS,
  ...SERVICE_EVENTS,
  ...PROVIDER_EVENTS,
  ...RESERVATION_EVENTS,
  ...PAYMENT_EVENTS,
  ...PROMO_CODE_EVENTS,
  ...PEOPLE_EVENTS,
  ...FORM_EVENTS,
  ...TAXONOMY_EVENTS,
  ...COLLECTION_EVENTS,
  ...ENTRY_EVENTS,
  ...NODE_EVENTS,
  ...MEDIA_EVENTS,
  ...NEWSLETTER_EVENTS,
  ...VISITOR_EVENTS,
].toSorted();
