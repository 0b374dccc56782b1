import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { purgePartition } from "#core/dynamo/purge.ts";
import { transact } from "#core/dynamo/transact.ts";
import { type Event, enqueue } from "#core/events.ts";
import { findCollection } from "#lib/legacy-content/service.ts";
import { Payment } from "#lib/payments/schema.ts";
import { NEWSLETTER } from "./errors.ts";
import type { SubscriptionResult } from "./schema.ts";
import { announceSubscriber, isActive } from "./subscribers.ts";
import { type StoredSubscriber, subscriberEmails, subscribers } from "./table.ts";
import { openSubscription, type Purpose } from "./token.ts";

type Result = z.output<typeof SubscriptionResult>;
const PERIODS: Record<string, number> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };
const DAY = 24 * 3600;

/** Confirms a subscription by the token of the mail. Done twice it stays done; one that was ended stays ended. */
export async function confirm(ctx: Context, businessId: string, token: string): Promise<Result> {
  const subscriber = await subscriberOf("confirm", businessId, token);
  if (subscriber.status === "ACTIVE") return result("ACTIVE", "You are subscribed.");
  if (subscriber.status !== "PENDING") throw NEWSLETTER.NOT_SUBSCRIBED();
  await change(ctx, subscriber, { status: "ACTIVE" });
  return result("ACTIVE", "You are subscribed.");
}

/** Ends a subscription by the token of any of its mails; done twice it stays done. */
export async function unsubscribe(ctx: Context, businessId: string, token: string): Promise<Result> {
  const subscriber = await subscriberOf("unsubscribe", businessId, token);
  if (subscriber.status !== "CANCELLED") await change(ctx, subscriber, { status: "CANCELLED" });
  return result("CANCELLED", "You get no more mail from this newsletter.");
}

/** Makes a subscriber active whose plan was paid for, until the period ends; a payment counts once. */
export async function activatePaid(ctx: Context, event: Event): Promise<void> {
  const payment = Payment.parse(event.data);
  const [collectionId = "", id = ""] = payment.reference.split(":");
  if (!id.startsWith("nsub_")) return;
  const businessId = payment.tenant_id;
  const [newsletter, subscriber] = await Promise.all([
    findCollection(businessId, collectionId),
    subscribers.find({ businessId, collectionId, id }),
  ]);
  if (!newsletter || !subscriber || isActive(subscriber, ctx.now())) return;
  const plan = newsletter.plans.find((each) => each.id === subscriber.planId);
  const days = PERIODS[plan?.price.interval ?? "MONTHLY"] ?? 31;
  await change(ctx, subscriber, { status: "ACTIVE", expiresAt: payment.updated_at + days * DAY });
}

/** Deletes the subscribers of a newsletter that is gone. */
export async function removeSubscribers(ctx: Context, event: Event): Promise<void> {
  const slots = { businessId: event.tenant_id, collectionId: event.record_id };
  const until = Date.now() + 20_000;
  const partitions = [subscribers.partition(slots), subscriberEmails.partition(slots)];
  for (const partition of partitions) {
    if (await purgePartition(partition, until)) continue;
    await transact(ctx, [enqueue(ctx, "purge", { kind: "partitions", partitions })]);
    return;
  }
}

async function subscriberOf(purpose: Purpose, businessId: string, token: string) {
  const named = await openSubscription(purpose, businessId, token);
  if (!named) throw NEWSLETTER.NOT_SUBSCRIBED();
  const { collectionId, subscriberId: id } = named;
  return subscribers.get({ businessId, collectionId, id }, NEWSLETTER.NOT_SUBSCRIBED());
}

async function change(
  ctx: Context,
  before: StoredSubscriber,
  changes: Partial<Pick<StoredSubscriber, "status" | "expiresAt">>,
): Promise<void> {
  const after = { ...before, ...changes, updatedAt: ctx.now() };
  await transact(ctx, [
    subscribers.replace(before, after),
    announceSubscriber(ctx, "subscriber.updated", after),
  ]);
}

function result(status: Result["status"], message: string): Result {
  return { success: true, status, message };
}
