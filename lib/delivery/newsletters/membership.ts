import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { purgePartition } from "#core/dynamo/purge.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import { Purge } from "#core/queue/purge.ts";
import { findCollection } from "#lib/content/legacy-content/service.ts";
import { NEWSLETTER } from "./errors.ts";
import { changed, paidUntil } from "./paid.ts";
import type { SubscriptionResult } from "./schema.ts";
import { planPayments, subscriberEmails, subscribers } from "./table.ts";
import { openSubscription, type Purpose } from "./token.ts";
import { isActive } from "./view.ts";

type Result = z.output<typeof SubscriptionResult>;

/**
 * Confirms a subscription by the token of the mail. Done twice it stays done; one that was ended stays ended. A plan that
 * costs something is confirmed only in a period that is paid for.
 */
export async function confirm(ctx: Context, businessId: string, token: string): Promise<Result> {
  const { subscriber, planId } = await subscriptionOf("confirm", businessId, token);
  const { collectionId, status } = subscriber;
  if (isActive(subscriber, ctx.now())) return result("ACTIVE", "You are subscribed.");
  const newsletter = await findCollection(businessId, collectionId);
  const plan = newsletter?.plans.find(({ id }) => id === planId);
  if (status !== "PENDING" || !plan) throw NEWSLETTER.NOT_SUBSCRIBED();
  const isPaid = planId === subscriber.planId && paidUntil(subscriber, ctx.now()) !== null;
  if (plan.price.amount > 0 && !isPaid) throw NEWSLETTER.NOT_SUBSCRIBED();
  const free = plan.price.amount === 0 && { planId: plan.id, expiresAt: null };
  await transact(ctx, changed(ctx, subscriber, { status: "ACTIVE", ...free }));
  return result("ACTIVE", "You are subscribed.");
}

/** Ends a subscription by the token of any of its mails; done twice it stays done. What is paid for stays so. */
export async function unsubscribe(ctx: Context, businessId: string, token: string): Promise<Result> {
  const { subscriber } = await subscriptionOf("unsubscribe", businessId, token);
  if (subscriber.status !== "CANCELLED")
    await transact(ctx, changed(ctx, subscriber, { status: "CANCELLED" }));
  return result("CANCELLED", "You get no more mail from this newsletter.");
}

/** Deletes the subscribers of a newsletter that is gone. */
export async function removeSubscribers(ctx: Context, event: Event): Promise<void> {
  const slots = { businessId: event.tenant_id, collectionId: event.record_id };
  const until = Date.now() + 20_000;
  const partitions = [subscribers, subscriberEmails, planPayments].map((each) => each.partition(slots));
  for (const partition of partitions) {
    if (await purgePartition(partition, until)) continue;
    await transact(ctx, [enqueue(ctx, Purge, { kind: "partitions", partitions })]);
    return;
  }
}

/** The subscription that a link in a mail is about. */
export async function subscriptionOf(purpose: Purpose, businessId: string, token: string) {
  const named = await openSubscription(purpose, businessId, token);
  if (!named) throw NEWSLETTER.NOT_SUBSCRIBED();
  const { collectionId, subscriberId: id, planId = "" } = named;
  const subscriber = await subscribers.get({ businessId, collectionId, id }, NEWSLETTER.NOT_SUBSCRIBED());
  return { subscriber, planId };
}

function result(status: Result["status"], message: string): Result {
  return { success: true, status, message };
}
