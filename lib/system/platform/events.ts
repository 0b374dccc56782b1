import { PROVIDER_EVENTS, SERVICE_EVENTS } from "#lib/booking/bookables/events.ts";
import { RESERVATION_EVENTS } from "#lib/booking/reservations/events.ts";
import { CART_EVENTS } from "#lib/commerce/carts/events.ts";
import { INVENTORY_EVENTS } from "#lib/commerce/inventory/events.ts";
import { LOCATION_EVENTS } from "#lib/commerce/locations/events.ts";
import { ORDER_EVENTS } from "#lib/commerce/orders/events.ts";
import { PRODUCT_EVENTS } from "#lib/commerce/products/events.ts";
import { COLLECTION_EVENTS } from "#lib/content/collections/events.ts";
import { ENTRY_EVENTS } from "#lib/content/entries/events.ts";
import { FORM_EVENTS } from "#lib/content/forms/events.ts";
import { MEDIA_EVENTS } from "#lib/content/media/events.ts";
import { NODE_EVENTS } from "#lib/content/nodes/events.ts";
import { TAXONOMY_EVENTS } from "#lib/content/taxonomies/events.ts";
import { NEWSLETTER_EVENTS } from "#lib/delivery/newsletters/events.ts";
import { SOCIAL_EVENTS } from "#lib/engagement/social/events.ts";
import { SUPPORT_EVENTS } from "#lib/engagement/support/events.ts";
import { PAYMENT_EVENTS } from "#lib/money/payments/events.ts";
import { PROMO_CODE_EVENTS } from "#lib/money/promo-codes/events.ts";
import { PEOPLE_EVENTS } from "#lib/tenancy/people/events.ts";
import { TENANT_EVENTS } from "#lib/tenancy/tenants/events.ts";
import { VISITOR_EVENTS } from "#lib/tenancy/visitors/events.ts";

/** Every event type that the code announces; a test holds it against what the operations declare. */
export const EVENT_TYPES: readonly string[] = [
  ...TENANT_EVENTS,
  ...SERVICE_EVENTS,
  ...PROVIDER_EVENTS,
  ...RESERVATION_EVENTS,
  ...PAYMENT_EVENTS,
  ...CART_EVENTS,
  ...ORDER_EVENTS,
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
  ...SUPPORT_EVENTS,
  ...LOCATION_EVENTS,
  ...INVENTORY_EVENTS,
  ...PRODUCT_EVENTS,
  ...SOCIAL_EVENTS,
].toSorted();
