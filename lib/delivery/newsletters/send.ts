import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, announceChange } from "#core/events.ts";
import { sendQuota } from "#core/mail/ses.ts";
import { checkSize } from "#core/records/record.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { collectionOf, type Entry } from "#lib/content/legacy-content/entry-schema.ts";
import { NEWSLETTER as NEWSLETTER_TYPE } from "#lib/content/legacy-content/schema.ts";
import { findCollection, findEntry } from "#lib/content/legacy-content/service.ts";
import { checkFeature } from "#lib/tenancy/plans/features.ts";
import { editionLife, newEdition } from "./edition-lifecycle.ts";
import { NEWSLETTER } from "./errors.ts";
import type { SendNewsletter } from "./messages.ts";
import { queueSendStep } from "./queue-send-step.ts";
import { BadTemplate, checkTemplates } from "./render.ts";
import type { NewsletterSend, SendRecord } from "./schema.ts";
import { type Progress, progress, sends, unknownOutcomes } from "./table.ts";
import { viewSend } from "./view.ts";

/** Mails per second that one sender can send to SES in a distant region; a higher quota gets more senders. */
const MAILS_PER_SENDER = 15;
const MAX_SENDERS = 8;
const MAX_UNKNOWN = 100;
const ENTRY_DELETED = "The entry was deleted.";

/** Sends an entry to the subscribers of its newsletter once, now or at a given time. */
export async function sendEntry(
  ctx: Context,
  businessId: string,
  entryId: string,
  at?: number,
): Promise<NewsletterSend> {
  const entry = await newsletterEntry(businessId, entryId);
  await checkFeature(ctx, businessId, "newsletter_mails");
  const before = await sends.find({ businessId, entryId }, ctx);
  const now = ctx.now();
  const isDueNow = (at ?? now) <= now;
  const { locale, blocks } = entry;
  const copy = {
    collectionId: collectionIdOf(entry),
    locale,
    blocks,
    parts: isDueNow ? await senderCount() : 1,
  };
  const request = { at: at ?? now, copy, now };
  const { record, calls } = before
    ? editionLife.transition({ send: before }, { type: "resend requested", ...request })
    : newEdition({ businessId, entryId }, request);
  checkSize(record);
  const writes = before
    ? announceChange(ctx, "newsletter_send.updated", sends, before, record).writes
    : [sends.create(record), announce(ctx, "newsletter_send.created", sends, record)];
  const answer = await transact(ctx, writes, viewSend(record));
  if (calls) await queueParts(record);
  return answer;
}

export async function getSend(_ctx: Context, businessId: string, entryId: string): Promise<NewsletterSend> {
  const record = await sends.get({ businessId, entryId }, NEWSLETTER.NOT_SENT());
  const [steps, unknown] = await sideBySide([
    partsOf(record),
    unknownOutcomes.query(unknownOutcomes.partition({ businessId, entryId }), {
      prefix: unknownOutcomes.prefix({ round: record.round }),
      limit: MAX_UNKNOWN,
      consistent: true,
    }),
  ]);
  return viewSend(
    record,
    steps,
    unknown.records.map(({ subscriberId, email }) => ({ id: subscriberId, email })),
  );
}

/** Cancels a send before its time. */
export async function cancelSend(ctx: Context, businessId: string, entryId: string): Promise<NewsletterSend> {
  const before = await sends.get({ businessId, entryId }, NEWSLETTER.NOT_SENT(), ctx);
  const { record } = editionLife.transition({ send: before }, { type: "cancelled", now: ctx.now() });
  return transact(
    ctx,
    announceChange(ctx, "newsletter_send.updated", sends, before, record).writes,
    viewSend(record),
  );
}

/** Starts sends that are due, and calls senders again for sends that have stalled. */
export const dueSends = dueWork(sends, async (ctx, key) => {
  const before = await sends.find(key, ctx);
  if (!before) return;
  const copy = before.status === "scheduled" ? await dueCopy(before) : before;
  const { record, calls } = editionLife.transition(
    { send: before },
    { type: "became due", copy, now: ctx.now() },
  );
  await transact(ctx, announceChange(ctx, "newsletter_send.updated", sends, before, record).writes);
  if (calls) await queueParts(record);
});

/** Finishes the send if all its parts are done. */
export async function finishIfDone(ctx: Context, { businessId, entryId }: SendRecord): Promise<void> {
  const before = await sends.find({ businessId, entryId }, ctx);
  if (!before) return;
  const steps = await partsOf(before);
  const done = steps.filter((step) => step.done).length;
  const finished = { type: "part sent", done, now: ctx.now() } as const;
  const { record } = editionLife.transition({ send: before }, finished);
  const counts = viewSend(record, steps);
  await transact(ctx, announceChange(ctx, "newsletter_send.updated", sends, before, record, counts).writes);
}

/** Ends a send whose newsletter was deleted. */
export async function failWithoutNewsletter(
  ctx: Context,
  { businessId, entryId }: SendRecord,
): Promise<void> {
  const before = await sends.find({ businessId, entryId }, ctx);
  if (!before) return;
  const { record } = editionLife.transition({ send: before }, { type: "newsletter deleted", now: ctx.now() });
  const counts = viewSend(record, await partsOf(before));
  await transact(ctx, announceChange(ctx, "newsletter_send.updated", sends, before, record, counts).writes);
}

async function partsOf({ businessId, entryId, round }: SendRecord): Promise<Progress[]> {
  const prefix = progress.prefix({ round });
  const own = progress.partition({ businessId, entryId });
  return (await progress.query(own, { prefix, consistent: true })).records;
}

/** An entry of a newsletter with valid templates; throws for any other. */
export async function newsletterEntry(businessId: string, entryId: string): Promise<Stored<Entry>> {
  const entry = await findEntry(businessId, entryId);
  if (!entry) throw GENERAL.NOT_FOUND();
  const newsletter = await findCollection(businessId, collectionIdOf(entry));
  if (newsletter?.type !== NEWSLETTER_TYPE) throw NEWSLETTER.NOT_FOUND();
  const message = await templateError(entry);
  if (message) throw NEWSLETTER.BAD_TEMPLATE({ message });
  return entry;
}

export function collectionIdOf({ owner }: Pick<Entry, "owner">): string {
  return collectionOf(owner) ?? "";
}

/** The content that a due send sends, or the reason why it cannot be sent. */
async function dueCopy(send: SendRecord): Promise<Pick<SendRecord, "locale" | "blocks" | "parts"> | string> {
  const entry = await findEntry(send.businessId, send.entryId);
  const error = await sendError(send, entry);
  if (!entry || error !== undefined) return error ?? ENTRY_DELETED;
  return { locale: entry.locale, blocks: entry.blocks, parts: await senderCount() };
}

/** Why an entry can no longer be sent as it was scheduled. */
async function sendError(
  { collectionId }: SendRecord,
  entry: Entry | undefined,
): Promise<string | undefined> {
  if (!entry) return ENTRY_DELETED;
  if (collectionIdOf(entry) !== collectionId) return "The entry was moved to another newsletter.";
  return templateError(entry);
}

async function templateError(entry: Entry): Promise<string | undefined> {
  try {
    await checkTemplates(entry);
    return undefined;
  } catch (error) {
    if (error instanceof BadTemplate) return error.message;
    throw error;
  }
}

async function queueParts({ businessId, entryId, round, parts }: SendRecord): Promise<void> {
  for (let part = 0; part < parts; part++) {
    const message: SendNewsletter = { business_id: businessId, entry_id: entryId, round, part };
    await queueSendStep(message);
  }
}

async function senderCount(): Promise<number> {
  const { perSecond } = await sendQuota();
  return Math.max(1, Math.min(MAX_SENDERS, Math.ceil(perSecond / MAILS_PER_SENDER)));
}
