import type { Context } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { type ContactMerge, ownersAfterMerge } from "#lib/tenancy/visitors/contact-merge.ts";
import { owningCustomerId } from "#lib/tenancy/visitors/owning-customer.ts";
import type { Submission } from "./schema.ts";
import { submissions } from "./table.ts";

type Key = Pick<Submission, "store_id" | "form_id" | "id">;

/** Links a submission to the customer who sent it, if the customer is known. */
export function indexSubmission(ctx: Context, { store_id, form_id, id }: Key): Promise<boolean> {
  return withRetries(async () => {
    const found = await submissions.find({ store_id, form_id, id }, ctx);
    if (!found || found.customer_id !== null) return false;
    const { contact_id } = found;
    const customer_id = await owningCustomerId(ctx, store_id, { contact_id, email: emailIn(found) });
    if (customer_id === null) return false;
    await transact(ctx, [submissions.note(found, { ...found, customer_id })]);
    return true;
  });
}

/** Moves a submission to the customer into which its customer was merged; false if nothing changes. */
export function moveSubmissionToMergedCustomer(
  ctx: Context,
  joining: ContactMerge,
  key: Key,
): Promise<boolean> {
  return withRetries(async () => {
    const found = await submissions.find(key, ctx);
    const moved = found && ownersAfterMerge(found, found.created_at, joining);
    if (!moved) return false;
    await transact(ctx, [submissions.note(found, { ...found, ...moved })]);
    return true;
  });
}

/** Deletes a submission if it belongs to the given, deleted contact or customer. */
export function deleteSubmission(ctx: Context, key: Key, contactId: string): Promise<boolean> {
  return withRetries(async () => {
    const found = await submissions.find(key, ctx);
    if (!found || (found.contact_id !== contactId && found.customer_id !== contactId)) return false;
    await transact(ctx, [submissions.remove(found)]);
    return true;
  });
}

/** The email address in a submission, from a field whose key begins with `email` or `e-mail`. */
function emailIn({ fields }: Submission): string | null {
  for (const { key, value } of fields) {
    const { data } = EmailAddress.safeParse(value);
    if (data && /^e-?mail/i.test(key)) return data;
  }
  return null;
}
