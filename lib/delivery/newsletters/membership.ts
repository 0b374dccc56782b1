import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { packTransactions } from "#core/dynamo/pack-transactions.ts";
import { MAX_RUN_MS, sweep } from "#core/dynamo/sweep.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { announce, announceChange, type Event, enqueue } from "#core/events.ts";
import { Purge } from "#core/queue/purge.ts";
import { findCollection } from "#lib/content/legacy-content/service.ts";
import { countEdition } from "#lib/delivery/mail/edition-counts.ts";
import { withdrawConsents } from "#lib/tenancy/visitors/own-consents.ts";
import { owningCustomerIdOfAddress } from "#lib/tenancy/visitors/owning-customer.ts";
import { NEWSLETTER } from "./errors.ts";
import type { NewsletterSubscriptionResult, StoredSubscriber } from "./schema.ts";
import { subscriberLife } from "./subscriber-lifecycle.ts";
import { planPayments, subscriberEmails, subscribers } from "./table.ts";
import { type LinkPurpose, openLinkToken } from "./token.ts";

type Result = z.output<typeof NewsletterSubscriptionResult>;

/**
 * Confirms a subscription by the token of its mail; a repeated call changes nothing. A paid plan is confirmed only
 * within a paid period, and a cancelled subscription is not confirmed.
 */
export async function confirmSubscription(ctx: Context, businessId: string, token: string): Promise<Result> {
  const { subscriber, planId, subscriberVersion } = await subscriptionOfLink(
    "confirm",
    businessId,
    token,
    ctx.now(),
  );
  const newsletter = await findCollection(businessId, subscriber.collectionId);
  const plan = newsletter?.plans.find(({ id }) => id === planId);
  const event = { type: "confirmed", plan, subscriberVersion, now: ctx.now() } as const;
  const { record } = subscriberLife.transition({ subscriber }, event);
  await transact(ctx, announceChange(ctx, "subscriber.updated", subscribers, subscriber, record).writes);
  return result("ACTIVE", "You are subscribed.");
}

/** Cancels a subscription by the token of any of its mails. A reader who comes back need not pay the period again. */
export async function unsubscribe(ctx: Context, businessId: string, token: string): Promise<Result> {
  const { subscriber, editionId } = await subscriptionOfLink("unsubscribe", businessId, token, ctx.now());
  const { record } = subscriberLife.transition({ subscriber }, { type: "unsubscribed", now: ctx.now() });
  const customer = subscriber.customer_id ?? (await owningCustomerIdOfAddress(businessId, subscriber.email));
  await transact(ctx, [
    ...announceChange(ctx, "subscriber.updated", subscribers, subscriber, record).writes,
    ...(await withdrawConsents(ctx, businessId, [customer], "email")).flatMap((change) => change.writes),
    // A confirmation mail has an unsubscribe link too, but belongs to no edition.
    subscriber.status !== "CANCELLED" &&
      editionId !== "" &&
      countEdition(businessId, editionId, ctx.now(), { unsubscribed: 1 }),
  ]);
  return result("CANCELLED", "You get no more mail from this newsletter.");
}

/** Deletes the subscribers of a deleted newsletter, with events. It may be killed at any point and run again. */
export async function removeSubscribers(ctx: Context, event: Event, patience = MAX_RUN_MS): Promise<void> {
  const slots = { businessId: event.tenant_id, collectionId: event.record_id };
  const remove = async (rows: Record<string, unknown>[]) => {
    const gone = rows.map((row) => subscribers.parse(row));
    for (const writes of packTransactions(gone.map((each) => removal(ctx, each))))
      await transact(ctx, writes);
    return gone.length;
  };
  const done = await sweep({ partitions: [subscribers.partition(slots)] }, remove, patience);
  // The queue delivers the message again, and the next run continues with the rest.
  if (!done) throw new Error(`Subscribers of ${event.record_id} are left.`);
  const partitions = [subscriberEmails, planPayments].map((each) => each.partition(slots));
  await transact(ctx, [enqueue(ctx, Purge, { kind: "partitions", partitions })]);
}

/** The writes that delete a subscription and announce it. */
export function removal(ctx: Context, subscriber: Stored<StoredSubscriber>): Write[] {
  return [
    subscribers.remove(subscriber),
    subscriberEmails.removeKey(subscriber),
    announce(ctx, "subscriber.deleted", subscribers, subscriber),
  ];
}

export async function subscriptionOfLink(
  purpose: LinkPurpose,
  businessId: string,
  token: string,
  now: number,
) {
  const link = await openLinkToken(purpose, businessId, token, now);
  if (!link) throw NEWSLETTER.NOT_SUBSCRIBED();
  const { collectionId, subscriberId: id, planId = "", editionId = "", subscriberVersion = 0 } = link;
  const subscriber = await subscribers.get({ businessId, collectionId, id }, NEWSLETTER.NOT_SUBSCRIBED());
  return { subscriber, planId, editionId, subscriberVersion };
}

function result(status: Result["status"], message: string): Result {
  return { success: true, status, message };
}
