import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, enqueue } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { Purge } from "#core/queue/purge.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { withIds } from "#lib/content/blocks/field-ids.ts";
import { formKind } from "./kind.ts";
import { CreateForm, DEFAULT_FORMS, Form, type UpdateForm } from "./schema.ts";
import { forms, submissions } from "./table.ts";

export async function createForm(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreateForm>,
): Promise<Form> {
  const form = newForm(ctx, storeId, input);
  return transact(ctx, creation(ctx, form), form);
}

/** The writes of the forms that every store starts with. */
export function defaultForms(ctx: Context, storeId: string): Write[] {
  return DEFAULT_FORMS.flatMap((input) => creation(ctx, newForm(ctx, storeId, CreateForm.parse(input))));
}

export function formRead(store_id: string, id: string): ReturnType<typeof forms.read> {
  return forms.read({ store_id, id });
}

export const getForm = formKind.get;

export const listForms = formKind.list;

/** Changes the given fields. A schema field without an id keeps the id of the field with its key. */
export async function updateForm(
  ctx: Context,
  storeId: string,
  segment: string,
  input: z.output<typeof UpdateForm>,
): Promise<Form> {
  const before = await formKind.existing(storeId, segment, { ctx });
  const after = changedRecord(Form, before, input, {
    schema: input.schema && withIds(input.schema, before.schema, ctx.clock()),
    updated_at: ctx.now(),
  });
  const { record, writes } = formKind.replacement(ctx, "form.updated", before, after);
  return transact(ctx, writes, record);
}

/** Deletes a form. Its submissions are hidden at once and deleted in the background. */
export async function deleteForm(ctx: Context, storeId: string, segment: string): Promise<void> {
  const form = await formKind.existing(storeId, segment, { ctx });
  const partitions = submissions
    .partitions({ store_id: storeId, form_id: form.id })
    .flatMap((partition) => [partition, ...submissions.termPartitions(partition)]);
  await transact(ctx, [
    ...formKind.removal(form),
    announce(ctx, "form.deleted", forms, form),
    enqueue(ctx, Purge, { kind: "partitions", partitions }),
  ]);
}

function newForm(ctx: Context, store_id: string, input: z.output<typeof CreateForm>): Form {
  const now = ctx.now();
  return newRecord(Form, { status: "active" }, input, {
    id: newId("form", ctx.clock()),
    store_id,
    schema: withIds(input.schema ?? [], [], ctx.clock()),
    created_at: now,
    updated_at: now,
  });
}

function creation(ctx: Context, form: Form): Write[] {
  return [...formKind.creation(form), announce(ctx, "form.created", forms, form)];
}
