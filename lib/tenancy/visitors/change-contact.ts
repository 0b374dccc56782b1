import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announceChange, changedFields, isUnchanged } from "#core/events.ts";
import { CustomerView } from "./customer-schema.ts";
import type { VISITOR_EVENTS } from "./events.ts";
import type { Contact } from "./schema.ts";
import { contacts } from "./table.ts";

/** Replaces a contact. Its event names the changed fields that staff see. */
export function changeContact(
  ctx: Context,
  types: (typeof VISITOR_EVENTS)[number] | readonly [],
  before: Stored<Contact>,
  after: Contact,
): { record: Contact; writes: Write[] } {
  const changed = changedFields(before, after).filter((name) => name in CustomerView.shape);
  return announceChange(ctx, types, contacts, before, after, { changed });
}

/** A change by staff, which increments the version that they see. */
export function editContact(
  ctx: Context,
  before: Stored<Contact>,
  after: Contact,
): { record: Stored<Contact>; writes: Write[] } {
  if (isUnchanged(before, after)) return { record: before, writes: [] };
  const { record, writes } = changeContact(ctx, "contact.updated", before, {
    ...after,
    edits: before.edits + 1,
  });
  return { record: contacts.made(record, before), writes };
}
