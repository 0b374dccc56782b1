import * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { openToken, sealToken } from "#core/seal.ts";
import type { BillingProvider, BillingState } from "./port.ts";
import { cancelBook, changeBookPlan, openBook, passPeriodEnd } from "./sandbox-book.ts";
import type { SandboxBook } from "./schema.ts";
import { sandboxBooks } from "./table.ts";

const TOKEN_PURPOSE = "sandbox-billing";
/** The contents of a page token: tenant, subscription, return URL. */
const PageTokenData = z.tuple([z.string(), z.string(), z.string()]);

/** The built-in billing provider for trials. It bills locally, and its page can advance time. */
export const sandboxBilling: BillingProvider = {
  name: "sandbox",

  async open(ctx, { tenantId, plan, successUrl, cancelUrl }) {
    const id = newId("sbs", ctx.clock());
    await transact(ctx, [
      sandboxBooks.create(openBook(ctx.now(), { tenant_id: tenantId, id, plan, successUrl, cancelUrl })),
    ]);
    return { ref: id, url: await newPageUrl(tenantId, id, "") };
  },

  async close(ctx, tenantId, ref) {
    const book = await bookOf(tenantId, ref);
    if (book.status === "open") await saveBook(ctx, book, { ...book, status: "closed" });
    return book.status === "open" || book.status === "closed" ? "closed" : "paid";
  },

  async read(_ctx, tenantId, ref) {
    const book = await sandboxBooks.find({ tenant_id: tenantId, id: ref });
    return book && stateOf(book);
  },

  async change(ctx, tenantId, ref, plan, when) {
    const book = await bookOf(tenantId, ref);
    await saveBook(ctx, book, changeBookPlan(book, ctx.now(), plan, when));
  },

  async cancel(ctx, tenantId, ref, when) {
    const book = await bookOf(tenantId, ref);
    await saveBook(
      ctx,
      book,
      when === "now" ? cancelBook(book) : { ...book, cancel_at_period_end: true, pending_plan_id: null },
    );
  },

  async resume(ctx, tenantId, ref) {
    const book = await bookOf(tenantId, ref);
    await saveBook(ctx, book, { ...book, cancel_at_period_end: false, pending_plan_id: null });
  },

  async refund(ctx, tenantId, ref) {
    const book = await bookOf(tenantId, ref);
    await saveBook(ctx, book, { ...cancelBook(book), refunded: book.charged });
  },

  portal: (_ctx, tenantId, ref, returnUrl) => newPageUrl(tenantId, ref, returnUrl),
};

const BILLING_STATES = {
  past_due: "PAST_DUE",
  active: "ACTIVE",
  cancelled: "CANCELLED",
  open: "open",
  closed: "closed",
} as const;

function stateOf(book: SandboxBook): BillingState {
  return {
    status: BILLING_STATES[book.status],
    planId: book.plan_id,
    pendingPlanId: book.pending_plan_id,
    periodEnd: book.period_end,
    pastDueSince: book.past_due_since,
    cancelAtPeriodEnd: book.cancel_at_period_end,
  };
}

/** The subscription of a page's URL; throws for a token that we never issued. */
export async function bookOfToken(token: string): Promise<{ book: Stored<SandboxBook>; returnUrl: string }> {
  const named = await openToken(TOKEN_PURPOSE, token, PageTokenData);
  if (!named) throw GENERAL.NOT_FOUND();
  const [tenantId, ref, returnUrl] = named;
  const book = await sandboxBooks.find({ tenant_id: tenantId, id: ref });
  if (!book) throw GENERAL.NOT_FOUND();
  return { book, returnUrl };
}

/** Renews a subscription if its period has ended. */
export async function passDuePeriodEnd(ctx: Context, tenantId: string, ref: string): Promise<void> {
  const book = await sandboxBooks.find({ tenant_id: tenantId, id: ref }, ctx);
  if (book?.status !== "active" || book.period_end === null || book.period_end > ctx.now()) return;
  await saveBook(ctx, book, passPeriodEnd(book, ctx.now()));
}

async function newPageUrl(tenantId: string, ref: string, returnUrl: string): Promise<string> {
  const token = await sealToken(TOKEN_PURPOSE, [tenantId, ref, returnUrl]);
  return `${env("PUBLIC_URL")}/v1/businesses/billing/sandbox/${token}`;
}

async function bookOf(tenantId: string, ref: string): Promise<Stored<SandboxBook>> {
  const book = await sandboxBooks.find({ tenant_id: tenantId, id: ref });
  if (!book) throw new Error(`The sandbox has no subscription ${ref}.`);
  return book;
}

// The provider's records are separate from the shop's: they are written even if the request fails later.
async function saveBook(ctx: Context, before: Stored<SandboxBook>, after: SandboxBook): Promise<void> {
  await transact(ctx, [sandboxBooks.replace(before, after)]);
}
