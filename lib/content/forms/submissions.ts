import type * as z from "zod";
import { type Budget, spendBudget } from "#core/budget.ts";
import { type Context, visitor } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { announce, announceChange } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { list, recordSource } from "#core/records/list.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { checkOpen } from "#lib/tenancy/access/authorize.ts";
import { FORM } from "./errors.ts";
import { checkFields } from "./fields.ts";
import { formKind } from "./kind.ts";
import { Submission, type SubmissionQuery, type SubmitForm, type UpdateSubmission } from "./schema.ts";
import { submissions } from "./table.ts";

const PER_IP: Budget = [20, 600];

/** Accepts a submission of an active form from anybody, limited per form and IP address. */
export async function submitForm(
  ctx: Context,
  storeId: string,
  formId: string,
  input: z.output<typeof SubmitForm>,
): Promise<Submission> {
  const form = await formKind.find(storeId, formId, {}, { ctx });
  if (!form) throw GENERAL.NOT_FOUND();
  if (![undefined, formId, form.id].includes(input.form_id)) {
    throw invalidField("form_id", "is not the form in the path");
  }
  if (form.status === "archived") throw FORM.ARCHIVED();
  await spendBudget(ctx, "submissions", `${form.id}\n${ctx.ip}`, PER_IP);
  const now = ctx.now();
  const submission = newRecord(Submission, {}, input, {
    id: newId("sub", ctx.clock()),
    form_id: form.id,
    store_id: storeId,
    contact_id: ctx.actor.kind === "visitor" ? ctx.actor.id : null,
    fields: checkFields(form.schema, input.fields),
    created_at: now,
    updated_at: now,
  });
  return transact(
    ctx,
    [submissions.create(submission), announce(ctx, "form.submitted", submissions, submission)],
    submission,
  );
}

/** Submits a form as a visitor; the session determines the store. */
export async function submitFormAsVisitor(
  ctx: Context,
  formId: string,
  input: z.output<typeof SubmitForm>,
): Promise<Submission> {
  const { storeId } = visitor(ctx);
  await checkOpen(ctx, storeId);
  return submitForm(ctx, storeId, formId, input);
}

export async function listSubmissions(
  ctx: Context,
  storeId: string,
  formId: string,
  query: z.output<typeof SubmissionQuery>,
): Promise<Page<Submission>> {
  const form = await formKind.find(storeId, formId, {}, { ctx });
  if (!form) throw GENERAL.NOT_FOUND();
  const slots = { store_id: storeId, form_id: form.id };
  return list(ctx, query, { source: recordSource(submissions, "sub", slots, { coversPartition: true }) });
}

export async function getSubmission(
  ctx: Context,
  storeId: string,
  formId: string,
  id: string,
): Promise<Stored<Submission>> {
  const form = await formKind.find(storeId, formId, {}, { ctx });
  if (!form) throw GENERAL.NOT_FOUND();
  return submissions.get({ store_id: storeId, form_id: form.id, id }, GENERAL.NOT_FOUND());
}

/** Replaces the fields of a submission after checking them against the form's current schema. */
export async function updateSubmission(
  ctx: Context,
  storeId: string,
  formId: string,
  id: string,
  input: z.output<typeof UpdateSubmission>,
): Promise<Submission> {
  const form = await formKind.find(storeId, formId, {}, { ctx });
  if (!form) throw GENERAL.NOT_FOUND();
  const before = await submissions.get({ store_id: storeId, form_id: form.id, id }, GENERAL.NOT_FOUND(), ctx);
  const after = changedRecord(Submission, before, input, {
    fields: checkFields(form.schema, input.fields),
    updated_at: ctx.now(),
  });
  const { record, writes } = announceChange(ctx, "submission.updated", submissions, before, after);
  return transact(ctx, writes, record);
}
