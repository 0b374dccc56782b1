import type { Context } from "#core/context.ts";
import { dueWork } from "#core/due/work.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { enqueue } from "#core/events.ts";
import type { RawReply } from "#core/http/reply.ts";
import { isDeleted } from "#lib/tenancy/access/authenticate.ts";
import { checkTenantNotDeleted } from "#lib/tenancy/access/authorize.ts";
import { languageFor } from "#lib/tenancy/tenants/letterhead.ts";
import { SettleBilling } from "./messages.ts";
import { billing } from "./registry.ts";
import { bookOfToken, passDuePeriodEnd } from "./sandbox.ts";
import { passPeriodEnd, payBook } from "./sandbox-book.ts";
import { billingPage } from "./sandbox-page.ts";
import type { SandboxBook } from "./schema.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { sandboxBooks } from "./table.ts";

const PAGE_ACTIONS = ["approve", "decline", "end_period", "fail_card", "mend_card"] as const;
type PageAction = (typeof PAGE_ACTIONS)[number];

/** The sandbox's page: it pays a plan, and can then simulate the end of a period. */
export async function showBilling(ctx: Context, token: string): Promise<RawReply> {
  const { book, returnUrl } = await loadPage(ctx, token);
  return billingPage(languageFor(ctx), book, returnUrl);
}

/** Does what was chosen on the page. A message updates the subscription too, if this fails; buyers are redirected. */
export async function actOnBilling(ctx: Context, token: string, bytes: Buffer): Promise<RawReply> {
  const sent = new URLSearchParams(bytes.toString("utf8")).get("decision");
  const act = PAGE_ACTIONS.find((each) => each === sent);
  if (!act) throw unknownActionError();
  const { book, returnUrl } = await loadPage(ctx, token);
  const after = bookAfter(book, act, ctx.now());
  if (after) {
    const sync = enqueue(ctx, SettleBilling, { tenant_id: book.tenant_id, ref: book.id });
    await transact(ctx, [checkTenantNotDeleted(book.tenant_id), sandboxBooks.replace(book, after), sync]);
    await syncNow(ctx, book);
  }
  const pays = act === "approve" || act === "decline";
  const location = !pays ? "" : act === "approve" ? book.success_url : book.cancel_url;
  if (!location) return billingPage(languageFor(ctx), after ?? book, returnUrl);
  return {
    status: 302,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  };
}

export async function settleBilling(ctx: Context, { tenant_id, ref }: SettleBilling): Promise<void> {
  const provider = billing();
  if (!provider || (await isDeleted(tenant_id, ctx.now()))) return;
  await syncSubscription(ctx, provider, tenant_id, ref);
}

/** Renews the subscriptions whose period has ended. */
export const dueBooks = dueWork(sandboxBooks, async (ctx, { tenant_id, id }) => {
  await passDuePeriodEnd(ctx, tenant_id, id);
  await settleBilling(ctx, { tenant_id, ref: id });
});

function bookAfter(book: SandboxBook, act: PageAction, now: number): SandboxBook | undefined {
  const { status } = book;
  if (act === "approve") return status === "open" ? payBook(book, now) : undefined;
  if (act === "mend_card") return status === "past_due" ? payBook(book, now) : { ...book, card_works: true };
  if (act === "fail_card") return status === "active" ? { ...book, card_works: false } : undefined;
  return act === "end_period" && status === "active" ? passPeriodEnd(book, now) : undefined;
}

async function syncNow(ctx: Context, { tenant_id, id }: SandboxBook): Promise<void> {
  await withRetries(() => settleBilling(ctx, { tenant_id, ref: id }));
}

async function loadPage(ctx: Context, token: string) {
  const found = await bookOfToken(token);
  if (await isDeleted(found.book.tenant_id, ctx.now())) throw GENERAL.NOT_FOUND();
  return found;
}

function unknownActionError(): Error {
  const message = `must be one of ${PAGE_ACTIONS.join(", ")}`;
  return invalidField("decision", message);
}
