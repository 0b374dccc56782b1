// The one place outside a domain that knows its records: what deletes everything of an owner must miss none.
// A test holds this list against the folders.
import "#lib/tenancy/access/records.ts";
import "#core/events.ts";
import "#core/sms-delivery.ts";
import "#lib/delivery/activity/table.ts";
import "#lib/tenancy/codes/table.ts";
import "#lib/commerce/inventory/table.ts";
import "#lib/commerce/locations/table.ts";
import "#lib/commerce/products/import-table.ts";
import "#lib/commerce/products/table.ts";
import "#lib/content/collections/table.ts";
import "#lib/content/entries/table.ts";
import "#lib/content/forms/table.ts";
import "#lib/content/legacy-content/table.ts";
import "#lib/content/media/table.ts";
import "#lib/content/nodes/table.ts";
import "#lib/delivery/newsletters/table.ts";
import "#lib/engagement/support/table.ts";
import "#lib/tenancy/people/table.ts";
import "#lib/content/taxonomies/table.ts";
import "#lib/money/payments/table.ts";
import "#lib/money/promo-codes/table.ts";
import "#lib/money/subscriptions/table.ts";
import "#lib/tenancy/plans/table.ts";
import "#lib/booking/reservations/table.ts";
import "#lib/booking/schedules/table.ts";
import "#lib/booking/bookables/table.ts";
import "#lib/engagement/social/table.ts";
import "#lib/tenancy/tenants/table.ts";
import "#lib/tenancy/visitors/table.ts";
import "#lib/delivery/mail/table.ts";
import "#lib/delivery/webhooks/table.ts";
import "#lib/commerce/carts/table.ts";
import "#lib/commerce/orders/table.ts";
import "#lib/commerce/shipping/table.ts";
import "#lib/system/platform-data/table.ts";

export { type AnyEntity, entities } from "#core/dynamo/entity.ts";
