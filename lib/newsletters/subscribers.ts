import type * as z from "zod";
import { type Budget, spend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list.ts";
import { pageOf } from "#core/dynamo/pages.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { validationFailed } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { type Collection, NEWSLETTER as NEWSLETTER_TYPE, type Plan } from "#lib/legacy-content/schema.ts";
import { findCollection, getCollection } from "#lib/legacy-content/service.ts";
import { startCheckout } from "#lib/payments/service.ts";
import type { Business } from "#lib/tenants/schema.ts";
import { getTenant } from "#lib/tenants/service.ts";
import { NEWSLETTER } from "./errors.ts";
import { confirmationMail } from "./letter.ts";
import type { Subscribe, Subscriber, SubscriberQuery } from "./schema.ts";
import { type StoredSubscriber, subscriberEmails, subscribers } from "./table.ts";

const PER_IP: Budget = [60, 3600];
const PER_ADDRESS: Budget = [5, 3600];

/** A newsletter that the caller may see. */
export async function getNewsletter(ctx: Context, businessId: string, id: string): Promise<Collection> {
  const collection = await getCollection(ctx, businessId, id);
  if (collection.type !== NEWSLETTER_TYPE) throw NEWSLETTER.NOT_FOUND();
  return collection;
}

/**
 * Subscribes an address to a newsletter. It gets nothing before somebody who reads its mail has confirmed, or before
 * the plan is paid for.
 */
export async function subscribe(
  ctx: Context,
  businessId: string,
  collectionId: string,
  input: z.output<typeof Subscribe>,
): Promise<Subscriber | { checkoutUrl: string }> {
  const newsletter = await getNewsletter(ctx, businessId, collectionId);
  if (input.id !== collectionId && input.id !== newsletter.id)
    throw wrong("id", "is not the collection in the path");
  await Promise.all([
    spend(ctx, "subscribe_per_ip", `${businessId}\n${ctx.ip}`, PER_IP),
    spend(ctx, "subscribe_per_address", `${newsletter.id}\n${input.email}`, PER_ADDRESS),
  ]);
  const business = await getTenant(ctx, businessId);
  const plan = newsletter.plans.find(({ id }) => id === input.plan_id);
  if (!plan) throw wrong("plan_id", "is no plan of this newsletter");
  checkMarket(business, input.market, plan);
  const { before, after } = await subscriberFor(ctx, newsletter, input.email, plan.id);
  const writes = before
    ? [subscribers.replace(before, after)]
    : [subscribers.create(after), subscriberEmails.create(emailOf(after))];
  const type = before ? "subscriber.updated" : "subscriber.created";
  const announced = announceSubscriber(ctx, type, before ? after : { ...after });
  if (plan.price.amount > 0) return checkout(ctx, business, newsletter, plan, after, [...writes, announced]);
  const confirmation = await confirmationMail(ctx, business, newsletter, after);
  return transact(ctx, [...writes, announced, confirmation], view(after));
}

/** Everybody who ever subscribed, in order of subscribing. */
export async function listSubscribers(
  ctx: Context,
  businessId: string,
  collectionId: string,
  query: z.output<typeof SubscriberQuery>,
): Promise<Page<Subscriber>> {
  const newsletter = await findCollection(businessId, collectionId);
  if (newsletter?.type !== NEWSLETTER_TYPE) throw NEWSLETTER.NOT_FOUND();
  const partition = subscribers.partition({ businessId, collectionId: newsletter.id });
  const found = await pageOf(subscribers, partition, query, [ctx.operation, businessId, newsletter.id]);
  return { items: found.items.map((subscriber) => view(subscriber, ctx.now())), cursor: found.cursor };
}

/** A subscriber as the interface shows it. */
export function view(subscriber: StoredSubscriber, now = 0): Subscriber {
  const { id, collectionId, email, planId, status, expiresAt, createdAt, updatedAt } = subscriber;
  const expired = status === "ACTIVE" && expiresAt !== null && expiresAt <= now;
  return {
    id,
    entity: `collection:${collectionId}`,
    email,
    planId,
    status: expired ? "EXPIRED" : status,
    createdAt,
    updatedAt,
  };
}

export function announceSubscriber(ctx: Context, type: string, subscriber: Stored<StoredSubscriber>): Write {
  const { businessId, id } = subscriber;
  return announce(ctx, type, subscriber, { tenantId: businessId, resource: "subscriber", recordId: id });
}

/** Whether mail of a newsletter may go to a subscriber now. */
export function isActive({ status, expiresAt }: StoredSubscriber, now: number): boolean {
  return status === "ACTIVE" && (expiresAt === null || expiresAt > now);
}

async function subscriberFor(
  ctx: Context,
  { businessId, id: collectionId }: Collection,
  email: string,
  planId: string,
) {
  const now = ctx.now();
  const owner = await subscriberEmails.find({ businessId, collectionId, email });
  const before = owner && (await subscribers.find({ businessId, collectionId, id: owner.subscriberId }));
  if (before && isActive(before, now)) throw NEWSLETTER.ALREADY_SUBSCRIBED();
  const fresh: StoredSubscriber = {
    id: newId("nsub", ctx.clock()),
    businessId,
    collectionId,
    email,
    planId,
    status: "PENDING",
    expiresAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const after: Stored<StoredSubscriber> = before
    ? { ...before, planId, status: "PENDING", expiresAt: null, updatedAt: now }
    : fresh;
  return { before, after };
}

async function checkout(
  ctx: Context,
  business: Business,
  newsletter: Collection,
  plan: Plan,
  subscriber: StoredSubscriber,
  writes: Write[],
): Promise<{ checkoutUrl: string }> {
  const { amount, currency } = plan.price;
  const started = await startCheckout(ctx, business, {
    tenantId: business.id,
    reference: `${subscriber.collectionId}:${subscriber.id}`,
    amount,
    currency,
    lines: [{ name: `${newsletter.name}: ${plan.name}`, quantity: 1, amount }],
    email: subscriber.email,
  });
  return transact(ctx, [...writes, ...started.writes], { checkoutUrl: started.checkoutUrl });
}

function checkMarket({ configs }: Business, wanted: string, { price }: Plan): void {
  const market = configs.markets?.find(({ id, key }) => id === wanted || key === wanted);
  if (!market) throw wrong("market", "is no market of this business");
  if (price.amount > 0 && market.currency !== price.currency)
    throw NEWSLETTER.PAYMENT_REQUIRED({ market: wanted });
}

function emailOf({ businessId, collectionId, email, id }: StoredSubscriber) {
  return { businessId, collectionId, email, subscriberId: id };
}

function wrong(field: string, message: string): Error {
  return validationFailed([{ field, message, error: "FIELD.VALIDATION_FAILED" }]);
}
