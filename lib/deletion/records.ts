// The one place outside a domain that knows its records: what deletes everything of an owner must miss none.
// A test holds this list against the folders.
import "#core/auth/records.ts";
import "#core/events.ts";
import "#core/mail/deliver.ts";
import "#core/mail/receipts.ts";
import "#core/mail/stats.ts";
import "#core/mail/suppression.ts";
import "#core/sms-delivery.ts";
import "#lib/business-events/table.ts";
import "#lib/codes/table.ts";
import "#lib/collections/table.ts";
import "#lib/entries/table.ts";
import "#lib/forms/table.ts";
import "#lib/legacy-content/table.ts";
import "#lib/media/table.ts";
import "#lib/nodes/table.ts";
import "#lib/newsletters/table.ts";
import "#lib/people/table.ts";
import "#lib/taxonomies/table.ts";
import "#lib/payments/table.ts";
import "#lib/promo-codes/table.ts";
import "#lib/providers/table.ts";
import "#lib/reservations/table.ts";
import "#lib/schedules/table.ts";
import "#lib/services/table.ts";
import "#lib/tenants/table.ts";
import "#lib/visitors/table.ts";
import "#lib/webhooks/table.ts";

export { type AnyEntity, entities } from "#core/dynamo/entity.ts";
