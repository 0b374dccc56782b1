// The one place outside a domain that knows its records: what deletes everything of an owner must miss none.
// A test holds this list against the folders.
import "#core/auth/records.ts";
import "#core/events.ts";
import "#core/mail/deliver.ts";
import "#lib/codes/table.ts";
import "#lib/forms/table.ts";
import "#lib/people/table.ts";
import "#lib/tenants/table.ts";
import "#lib/visitors/table.ts";

export { entities } from "#core/dynamo/entity.ts";
