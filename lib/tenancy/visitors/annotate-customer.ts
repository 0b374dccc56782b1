// Notes, consents and tags by staff, each added by itself, so that concurrent edits overwrite nothing.

import { type Context, person } from "#core/context.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError, GENERAL, invalidField, permissionMissing } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { editContact } from "./change-contact.ts";
import { consentOf, withConsents } from "./consents.ts";
import {
  type ConsentInput,
  type CustomersTagged,
  type CustomerView,
  MAX_NOTES,
  type TagCustomers,
  Tags,
} from "./customer-schema.ts";
import type { Contact } from "./schema.ts";
import { unmergedCustomer } from "./unmerged-contact.ts";
import { viewCustomer } from "./view-customers.ts";

export function addNote(ctx: Context, storeId: string, id: string, text: string): Promise<CustomerView> {
  const note = { id: newId("note", ctx.clock()), text, account_id: person(ctx).id, created_at: ctx.now() };
  return annotate(ctx, storeId, id, ({ notes }) => {
    if (notes.length < MAX_NOTES) return { notes: [...notes, note] };
    const message = `cannot be one more than the ${MAX_NOTES} that there are`;
    throw invalidField("text", message);
  });
}

/** Deletes one's own note; an ADMIN deletes any. */
export async function deleteNote(ctx: Context, storeId: string, id: string, noteId: string): Promise<void> {
  const mayAll = await ctx.may("ADMIN", storeId);
  await annotate(ctx, storeId, id, ({ notes }) => {
    const note = notes.find((each) => each.id === noteId);
    if (!note) throw GENERAL.NOT_FOUND();
    if (note.account_id !== person(ctx).id && !mayAll) throw permissionMissing("ADMIN");
    return { notes: notes.filter((each) => each !== note) };
  });
}

/** Records that a customer gave or withdrew a consent. */
export function addConsent(
  ctx: Context,
  storeId: string,
  id: string,
  sent: ConsentInput,
): Promise<CustomerView> {
  const consent = consentOf(ctx, sent);
  return annotate(ctx, storeId, id, ({ consents }) => ({ consents: withConsents(consents, [consent]) }));
}

/** Adds or removes tags of several customers. Each is changed separately: an error of one does not stop the others. */
export async function tagCustomers(
  ctx: Context,
  storeId: string,
  { action, ids, tags }: TagCustomers,
): Promise<CustomersTagged> {
  const results: CustomersTagged["results"] = [];
  const { idempotency: _all, ...apart } = ctx;
  for (const id of ids) {
    try {
      let changed = false;
      await annotate(apart, storeId, id, (contact) => {
        const after = action === "tag" ? withTags(contact.tags, tags) : withoutTags(contact.tags, tags);
        changed = after.length !== contact.tags.length;
        return { tags: after };
      });
      results.push({ id, ok: true, changed });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      results.push({ id, ok: false, changed: false, error: error.code, message: error.message });
    }
  }
  return transact(ctx, [], { results });
}

function withTags(before: readonly string[], tags: readonly string[]): string[] {
  const all = Tags.safeParse([...before, ...tags]);
  if (all.success) return all.data;
  const message = "would be more than a customer can have";
  throw invalidField("tags", message);
}

function withoutTags(before: readonly string[], tags: readonly string[]): string[] {
  const gone = new Set(tags.map((tag) => tag.toLowerCase()));
  return before.filter((tag) => !gone.has(tag.toLowerCase()));
}

function annotate(
  ctx: Context,
  storeId: string,
  id: string,
  make: (contact: Contact) => Partial<Contact>,
): Promise<CustomerView> {
  return withRetries(async () => {
    const before = await unmergedCustomer(ctx, storeId, id);
    const after: Contact = { ...before, ...make(before), is_customer: true, updated_at: ctx.now() };
    const { record, writes } = editContact(ctx, before, after);
    return transact(ctx, writes, await viewCustomer(ctx, record));
  });
}
