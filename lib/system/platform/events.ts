import { PROVIDER_EVENTS, SERVICE_EVENTS } from "#lib/booking/bookables/events.ts";
import { RESERVATION_EVENTS } from "#lib/booking/reservations/events.ts";
import { CART_EVENTS } from "#lib/commerce/carts/events.ts";
import { INVENTORY_EVENTS } from "#lib/commerce/inventory/events.ts";
import { LOCATION_EVENTS } from "#lib/commerce/locations/events.ts";
import { ORDER_EVENTS } from "#lib/commerce/orders/events.ts";
import { PRODUCT_EVENTS } from "#lib/commerce/products/events.ts";
import { COLLECTION_EVENTS } from "#lib/content/collections/events.ts";
import { ENTRY_EVENTS } from "#lib/content/entries/events.ts";
import { FORM_EVENTS, SUBMISSION_EVENTS } from "#lib/content/forms/events.ts";
import { MEDIA_EVENTS } from "#lib/content/media/events.ts";
import { NODE_EVENTS } from "#lib/content/nodes/events.ts";
import { TAXONOMY_EVENTS } from "#lib/content/taxonomies/events.ts";
import { SEND_EVENTS, SUBSCRIBER_EVENTS } from "#lib/delivery/newsletters/events.ts";
import { ACCOUNT_EVENTS, COMMENT_EVENTS, PUBLICATION_EVENTS } from "#lib/engagement/social/events.ts";
import { AGENT_EVENTS, CONVERSATION_EVENTS, MESSAGE_EVENTS } from "#lib/engagement/support/events.ts";
import { PAYMENT_EVENTS } from "#lib/money/payments/events.ts";
import { PROMO_CODE_EVENTS } from "#lib/money/promo-codes/events.ts";
import { SUBSCRIPTION_EVENTS } from "#lib/money/subscriptions/events.ts";
import { INVITATION_EVENTS, MEMBER_EVENTS } from "#lib/tenancy/people/events.ts";
import { TENANT_EVENTS } from "#lib/tenancy/tenants/events.ts";
import { VISITOR_EVENTS } from "#lib/tenancy/visitors/events.ts";

const DECLARED_TYPES = [
  ...TENANT_EVENTS,
  ...SERVICE_EVENTS,
  ...PROVIDER_EVENTS,
  ...RESERVATION_EVENTS,
  ...PAYMENT_EVENTS,
  ...CART_EVENTS,
  ...ORDER_EVENTS,
  ...PROMO_CODE_EVENTS,
  ...SUBSCRIPTION_EVENTS,
  ...MEMBER_EVENTS,
  ...INVITATION_EVENTS,
  ...FORM_EVENTS,
  ...SUBMISSION_EVENTS,
  ...TAXONOMY_EVENTS,
  ...COLLECTION_EVENTS,
  ...ENTRY_EVENTS,
  ...NODE_EVENTS,
  ...MEDIA_EVENTS,
  ...SUBSCRIBER_EVENTS,
  ...SEND_EVENTS,
  ...VISITOR_EVENTS,
  ...AGENT_EVENTS,
  ...CONVERSATION_EVENTS,
  ...MESSAGE_EVENTS,
  ...LOCATION_EVENTS,
  ...INVENTORY_EVENTS,
  ...PRODUCT_EVENTS,
  ...ACCOUNT_EVENTS,
  ...PUBLICATION_EVENTS,
  ...COMMENT_EVENTS,
] as const;

declare module "#core/event-types.ts" {
  interface EventTypes {
    all: (typeof DECLARED_TYPES)[number];
  }
}

/** Every event type that the code announces. A test compares them with the declarations of operations. */
export const EVENT_TYPES: readonly (typeof DECLARED_TYPES)[number][] = [...DECLARED_TYPES].sort();
