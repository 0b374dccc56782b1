import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { announceChange } from "#core/events.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { noticeAddress } from "#lib/tenancy/people/notice-addresses.ts";
import { languageFor, letterheadOf } from "#lib/tenancy/tenants/letterhead.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { tenantRead } from "#lib/tenancy/tenants/service.ts";
import type { SocialAccount } from "./account-schema.ts";
import { LIMITS } from "./limits.ts";
import { accounts } from "./table.ts";
import { socialTexts } from "./texts.ts";

/** Marks an account as needing a new sign-in and mails the owner, only once until it is connected again. */
export function requireReconnect(ctx: Context, storeId: string, accountId: string): Promise<void> {
  return withRetries(async () => {
    const before = await accounts.find({ store_id: storeId, id: accountId }, ctx);
    if (before?.status !== "connected") return;
    const after = { ...before, status: "reconnect_required" as const, updated_at: ctx.now() };
    // A store that is being deleted has no owner to mail.
    const [business] = await readTogether([tenantRead(storeId)], ctx);
    const to = business && (await noticeAddress(business));
    const type = "social_account.reconnect_required";
    await transact(ctx, [
      ...announceChange(withoutEmits(ctx), type, accounts, before, after).writes,
      business && to ? await enqueueMail(ctx, to, reconnectEmail(business, after)) : undefined,
    ]);
  });
}

// Without `emits` and the idempotency key, because the running operation neither declares nor repeats this event.
function withoutEmits(ctx: Context): Context {
  const { requestId, operation, family, actor, now, clock, ip, userAgent, may, guards } = ctx;
  return { requestId, operation, family, actor, now, clock, ip, userAgent, may, guards };
}

function reconnectEmail(business: Business, { provider_type, destination }: SocialAccount) {
  const language = languageFor({}, business);
  const { subject, title, text, advice } = socialTexts(language).reconnect;
  const network = LIMITS[provider_type].display_name;
  const account = destination.external_account_name;
  return {
    language,
    letterhead: letterheadOf(business, language),
    subject: subject(account),
    title: title(network),
    paragraphs: [text(business.name, account), advice],
    rows: [{ label: network, value: account }],
  };
}
