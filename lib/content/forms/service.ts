import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { listOptions, listRecords, type Page } from "#core/dynamo/list.ts";
import { termPartition } from "#core/dynamo/terms.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, enqueue } from "#core/events.ts";
import { parseLookup } from "#core/http/lookup.ts";
import { newId } from "#core/id.ts";
import { Purge } from "#core/queue/purge.ts";
import { withIds } from "#lib/content/blocks/field-ids.ts";
import { FORM } from "./errors.ts";
import type { CreateForm, Form, FormQuery, SchemaFieldInput, UpdateForm } from "./schema.ts";
import { formKeys, forms, submissions } from "./table.ts";

const STATUSES = ["active", "archived"] as const;

export async function createForm(
  ctx: Context,
  storeId: string,
  { key, schema = [] }: z.output<typeof CreateForm>,
): Promise<Form> {
  const form = newForm(ctx, storeId, key, schema);
  return transact(ctx, creation(ctx, form), form);
}

/** The writes of the three forms that every store begins with. */
export function defaultForms(ctx: Context, storeId: string): Write[] {
  return DEFAULTS.flatMap(({ key, schema }) => creation(ctx, newForm(ctx, storeId, key, schema)));
}

/** A form by id or by key. Archived ones are for those who may READ the store. */
export async function getForm(
  ctx: Context,
  storeId: string,
  segment: string,
  query: { key?: string | undefined } = {},
): Promise<Stored<Form>> {
  const form = await findForm(storeId, segment, query);
  const visible = form && (form.status === "active" || (await ctx.may("READ", storeId)));
  if (!visible) throw GENERAL.NOT_FOUND();
  return form;
}

export async function listForms(
  ctx: Context,
  storeId: string,
  query: z.output<typeof FormQuery>,
): Promise<Page<Form>> {
  const seesAll = await ctx.may("READ", storeId);
  const visible = STATUSES.filter((status) => seesAll || status === "active");
  const statuses = visible.filter((status) => query.status === undefined || query.status === status);
  const fits = (form: Form) => statuses.includes(form.status);
  if (query.ids) {
    const found = await forms.batchGet(query.ids.map((id) => ({ store_id: storeId, id })));
    return { items: found.filter(fits), cursor: null };
  }
  if (query.key !== undefined) {
    const found = await findForm(storeId, "", { key: query.key });
    return { items: found && fits(found) ? [found] : [], cursor: null };
  }
  const partition = forms.partition({ store_id: storeId });
  return listRecords(forms, {
    ...listOptions(query),
    partition,
    lists: statuses.map((status) => `${partition}#${status}`),
    everything: statuses.length === STATUSES.length,
    idPrefix: "form",
    scope: [ctx.operation, seesAll],
  });
}

/** Changes what is sent. A schema field that comes without an id keeps the id of the field with its key. */
export async function updateForm(
  ctx: Context,
  storeId: string,
  segment: string,
  changes: z.output<typeof UpdateForm>,
): Promise<Form> {
  const before = await existing(storeId, segment);
  const after: Stored<Form> = {
    ...before,
    key: changes.key ?? before.key,
    status: changes.status ?? before.status,
    schema: changes.schema ? withIds(changes.schema, before.schema, ctx.clock()) : before.schema,
    updated_at: ctx.now(),
  };
  const moved = after.key !== before.key && [
    formKeys.create(keyOf(after), FORM.KEY_TAKEN({ key: after.key })),
    formKeys.removeKey({ store_id: storeId, key: before.key }),
  ];
  return transact(
    ctx,
    [forms.replace(before, after), ...(moved || []), announceForm(ctx, "form.updated", after)],
    after,
  );
}

/** Deletes a form; its submissions, invisible from now on, go in the background. */
export async function deleteForm(ctx: Context, storeId: string, segment: string): Promise<void> {
  const form = await existing(storeId, segment);
  const partition = submissions.partition({ store_id: storeId, form_id: form.id });
  await transact(ctx, [
    forms.remove(form),
    formKeys.removeKey({ store_id: storeId, key: form.key }),
    announceForm(ctx, "form.deleted", form),
    enqueue(ctx, Purge, { kind: "partitions", partitions: [partition, termPartition(partition)] }),
  ]);
}

/** A form by any spelling of its lookup, whatever its status. */
export async function findForm(
  storeId: string,
  segment: string,
  query: { key?: string | undefined } = {},
): Promise<Stored<Form> | undefined> {
  const lookup = parseLookup(storeId, segment, query);
  if (lookup?.by === "id") return forms.find({ store_id: storeId, id: lookup.id });
  if (lookup?.by !== "key" || lookup.key === "") return undefined;
  const owner = await formKeys.find({ store_id: storeId, key: lookup.key });
  return owner && forms.find({ store_id: storeId, id: owner.form_id });
}

async function existing(storeId: string, segment: string): Promise<Stored<Form>> {
  const form = await findForm(storeId, segment);
  if (!form) throw GENERAL.NOT_FOUND();
  return form;
}

function newForm(ctx: Context, store_id: string, key: string, schema: SchemaFieldInput[]): Form {
  const now = ctx.now();
  return {
    id: newId("form", ctx.clock()),
    key,
    store_id,
    schema: withIds(schema, [], ctx.clock()),
    status: "active",
    created_at: now,
    updated_at: now,
  };
}

function creation(ctx: Context, form: Form): Write[] {
  return [
    forms.create(form),
    formKeys.create(keyOf(form), FORM.KEY_TAKEN({ key: form.key })),
    announceForm(ctx, "form.created", { ...form }),
  ];
}

function keyOf({ store_id, key, id }: Form) {
  return { store_id, key, form_id: id };
}

function announceForm(ctx: Context, type: string, form: Form): Write {
  return announce(ctx, type, form, { tenantId: form.store_id, resource: "form", recordId: form.id });
}

const text = (key: string, required: boolean): SchemaFieldInput => ({ type: "text", key, required });

const DEFAULTS: { key: string; schema: SchemaFieldInput[] }[] = [
  { key: "contact", schema: [text("name", false), text("email", true), text("message", true)] },
  {
    key: "service-intake",
    schema: [text("name", true), text("email", true), text("phone", false), text("notes", false)],
  },
  { key: "order-notes", schema: [text("notes", false)] },
];
