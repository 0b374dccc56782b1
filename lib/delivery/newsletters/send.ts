import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce, change } from "#core/events.ts";
import { sendQuota } from "#core/mail/ses.ts";
import { inTurn } from "#core/queue/in-turn.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { checkSize } from "#lib/content/blocks/size.ts";
import type { Entry } from "#lib/content/legacy-content/entry-schema.ts";
import { NEWSLETTER as NEWSLETTER_TYPE } from "#lib/content/legacy-content/schema.ts";
import { findCollection, findEntry } from "#lib/content/legacy-content/service.ts";
import { checkFeature } from "#lib/tenancy/plans/features.ts";
import { callSender } from "./call-sender.ts";
import { NEWSLETTER } from "./errors.ts";
import type { SendNewsletter } from "./messages.ts";
import { BadTemplate, checkTemplates } from "./render.ts";
import type { Send, SendRecord } from "./schema.ts";
import { progress, sends, unknownOutcomes } from "./table.ts";
import { viewSend } from "./view.ts";

/** Seconds after which the minute tick looks whether a send goes on. */
const LOOK_AFTER = 120;
/** Mails a second that one sender gets done where SES is some way off; more senders share a faster account. */
const PER_SENDER = 15;
const MAX_SENDERS = 8;
const LISTED = 100;

/** Has an entry sent to the subscribers of its newsletter, now or at a time; once. */
export async function sendEntry(
  ctx: Context,
  businessId: string,
  entryId: string,
  at?: number,
): Promise<Send> {
  const entry = await entryOf(businessId, entryId);
  await checkFeature(ctx, businessId, "newsletter_mails");
  const before = await sends.find({ businessId, entryId }, ctx);
  if (before && before.status !== "failed" && before.status !== "cancelled") throw NEWSLETTER.ALREADY_SENT();
  const now = ctx.now();
  const scheduledAt = Math.max(at ?? now, now);
  const begins = scheduledAt <= now;
  const record: SendRecord = {
    ...before,
    businessId,
    entryId,
    collectionId: collectionOf(entry),
    round: (before?.round ?? 0) + 1,
    status: begins ? "sending" : "scheduled",
    scheduledAt,
    startedAt: begins ? now : null,
    finishedAt: null,
    error: null,
    parts: begins ? await senders() : 1,
    lookAt: begins ? now + LOOK_AFTER : scheduledAt,
    locale: entry.locale,
    blocks: entry.blocks,
  };
  checkSize(record);
  const writes = before
    ? change(ctx, "newsletter_send.updated", sends, before, record).writes
    : [sends.create(record), announce(ctx, "newsletter_send.created", sends, record)];
  const answer = await transact(ctx, writes, viewSend(record));
  if (begins) await callSenders(record);
  return answer;
}

/** How far a send has come. */
export async function getSend(_ctx: Context, businessId: string, entryId: string): Promise<Send> {
  const record = await sends.get({ businessId, entryId }, NEWSLETTER.NOT_SENT());
  const [steps, unknown] = await sideBySide([
    progress.query(progress.partition({ businessId, entryId }), {
      prefix: progress.prefix({ round: record.round }),
      consistent: true,
    }),
    unknownOutcomes.query(unknownOutcomes.partition({ businessId, entryId }), {
      prefix: unknownOutcomes.prefix({ round: record.round }),
      limit: LISTED,
      consistent: true,
    }),
  ]);
  return viewSend(
    record,
    steps.records,
    unknown.records.map(({ subscriberId, email }) => ({ id: subscriberId, email })),
  );
}

/** Takes back a send whose time has not come. */
export async function cancelSend(ctx: Context, businessId: string, entryId: string): Promise<Send> {
  const before = await sends.get({ businessId, entryId }, NEWSLETTER.NOT_SENT(), ctx);
  if (before.status !== "scheduled") throw NEWSLETTER.ALREADY_SENT();
  const after: Stored<SendRecord> = { ...before, status: "cancelled", lookAt: null, finishedAt: ctx.now() };
  return transact(ctx, change(ctx, "newsletter_send.updated", sends, before, after).writes, viewSend(after));
}

/** The minute tick: begins the sends whose time has come, and calls senders for those that stand still. */
export async function queueUnfinished(ctx: Context): Promise<void> {
  await inTurn(await sends.dueUntil(ctx.now()), async (key) => {
    const before = await sends.find(key, ctx);
    if (before?.status === "scheduled") await begin(ctx, before);
    if (before?.status === "sending") {
      await transact(ctx, [sends.replace(before, { ...before, lookAt: ctx.now() + LOOK_AFTER })]);
      await callSenders(before);
    }
  });
}

/** Notes that a send is over: with its last part, or with what went wrong. */
export async function finishSend(
  ctx: Context,
  { businessId, entryId }: SendRecord,
  error?: string,
): Promise<void> {
  const before = await sends.find({ businessId, entryId }, ctx);
  if (before?.status !== "sending") return;
  const steps = await progress.query(progress.partition({ businessId, entryId }), {
    prefix: progress.prefix({ round: before.round }),
    consistent: true,
  });
  const left = before.parts - steps.records.filter(({ done }) => done).length;
  if (!error && left > 0) return;
  const status = error ? ("failed" as const) : ("sent" as const);
  const after: Stored<SendRecord> = {
    ...before,
    status,
    error: error ?? null,
    finishedAt: ctx.now(),
    lookAt: null,
  };
  const counts = viewSend(after, steps.records);
  await transact(ctx, change(ctx, "newsletter_send.updated", sends, before, after, counts).writes);
}

/** An entry of a newsletter, whose texts are templates that can be rendered. */
export async function entryOf(businessId: string, entryId: string): Promise<Stored<Entry>> {
  const entry = await findEntry(businessId, entryId);
  if (!entry) throw GENERAL.NOT_FOUND();
  const newsletter = await findCollection(businessId, collectionOf(entry));
  if (newsletter?.type !== NEWSLETTER_TYPE) throw NEWSLETTER.NOT_FOUND();
  const message = brokenTemplate(entry);
  if (message) throw NEWSLETTER.BAD_TEMPLATE({ message });
  return entry;
}

export function collectionOf({ owner }: Pick<Entry, "owner">): string {
  return owner.startsWith("collection:") ? owner.slice("collection:".length) : "";
}

async function begin(ctx: Context, before: Stored<SendRecord>): Promise<void> {
  const entry = await findEntry(before.businessId, before.entryId);
  const now = ctx.now();
  const error = obstacle(before, entry);
  const sending: Stored<SendRecord> =
    entry && error === undefined
      ? {
          ...before,
          status: "sending",
          startedAt: now,
          lookAt: now + LOOK_AFTER,
          parts: await senders(),
          locale: entry.locale,
          blocks: entry.blocks,
        }
      : { ...before, status: "failed", error: error ?? null, finishedAt: now, lookAt: null };
  await transact(ctx, change(ctx, "newsletter_send.updated", sends, before, sending).writes);
  if (sending.status === "sending") await callSenders(sending);
}

/** Why an entry cannot be sent any more as it was scheduled. */
function obstacle({ collectionId }: SendRecord, entry: Entry | undefined): string | undefined {
  if (!entry) return "The entry was deleted.";
  if (collectionOf(entry) !== collectionId) return "The entry was moved to another newsletter.";
  return brokenTemplate(entry);
}

function brokenTemplate(entry: Entry): string | undefined {
  try {
    checkTemplates(entry);
    return undefined;
  } catch (error) {
    if (error instanceof BadTemplate) return error.message;
    throw error;
  }
}

async function callSenders({ businessId, entryId, round, parts }: SendRecord): Promise<void> {
  for (let part = 0; part < parts; part++) {
    const message: SendNewsletter = { business_id: businessId, entry_id: entryId, round, part };
    await callSender(message);
  }
}

async function senders(): Promise<number> {
  const { perSecond } = await sendQuota();
  return Math.max(1, Math.min(MAX_SENDERS, Math.ceil(perSecond / PER_SENDER)));
}
