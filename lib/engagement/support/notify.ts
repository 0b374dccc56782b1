import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError } from "#core/errors.ts";
import type { Event } from "#core/events.ts";
import { logger } from "#core/log.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { newestMessages } from "./read.ts";
import { conversations } from "./table.ts";
import { supportTexts } from "./texts.ts";

const PER_STORE: Budget = [60, HOUR];
const MAX_MESSAGES = 10;

/**
 * Mails a store's support email address that a visitor waits for staff: once per conversation, a limited number per
 * hour.
 */
export async function notifyEscalation(ctx: Context, { tenant_id, record_id }: Event): Promise<void> {
  const [tenant, record] = await sideBySide([
    getTenant(ctx, tenant_id),
    conversations.find({ store_id: tenant_id, id: record_id }, ctx),
  ]);
  const to = tenant.configs.emails?.support;
  // If staff have already written, nobody needs the mail.
  if (!to || !record || record.staffed || record.status !== "escalated") return;
  if (!(await maySend(ctx, tenant_id))) return;
  const { messages } = await newestMessages(record, MAX_MESSAGES);
  const { operatorUrl } = tenant.configs;
  const language = languageFor({}, tenant);
  const { subject, title, text, open, conversation, authors } = supportTexts(language);
  const letter = {
    language,
    letterhead: letterheadOf(tenant, language),
    subject: subject(tenant.name),
    title,
    paragraphs: [text],
    rows: messages.map((message) => ({ label: authors[message.role], value: message.content })),
    ...(operatorUrl ? { action: { label: open, url: linkTo(operatorUrl, record_id) } } : {}),
    footer: conversation(record_id),
  };
  // A mail with the id of an earlier one is not sent, so a repeated event causes no second mail.
  await transact(ctx, [await enqueueMail(ctx, to, letter, { id: `mail_${record_id}`, tenant_id })]);
}

function linkTo(operatorUrl: string, conversationId: string): string {
  return operatorUrl.replaceAll("{conversationId}", encodeURIComponent(conversationId));
}

async function maySend(ctx: Context, storeId: string): Promise<boolean> {
  try {
    await spendBudget(ctx, "support_mails", storeId, PER_STORE);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    logger.warn("no mail of a conversation: the store's are used up for this hour", { store: storeId });
    return false;
  }
}
