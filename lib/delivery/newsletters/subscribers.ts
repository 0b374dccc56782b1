import type * as z from "zod";
import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { pageOfPartition } from "#core/dynamo/partition-page.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { sameMailbox } from "#core/mail/address-schema.ts";
import { newRecord } from "#core/records/record.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import {
  type Collection,
  NEWSLETTER as NEWSLETTER_TYPE,
  type NewsletterPlan,
} from "#lib/content/legacy-content/schema.ts";
import { findCollection, getCollection } from "#lib/content/legacy-content/service.ts";
import type { Business } from "#lib/tenancy/tenants/schema.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { confirmationEmail } from "./edition-email.ts";
import { NEWSLETTER } from "./errors.ts";
import { payForPlan } from "./plan-payments.ts";
import {
  StoredSubscriber,
  type Subscriber,
  type SubscriberQuery,
  type SubscribeToNewsletter,
} from "./schema.ts";
import { paidUntil, subscriberLife } from "./subscriber-lifecycle.ts";
import { subscriberEmails, subscribers } from "./table.ts";
import { isActive, view } from "./view.ts";

const PER_IP: Budget = [60, HOUR];
const PER_MAILBOX: Budget = [5, HOUR];

/** The fields of a request besides those that name newsletter, market and plan. */
type SubscriberInput = Omit<z.output<typeof SubscribeToNewsletter>, "id" | "market" | "plan_id" | "planId">;

/** A newsletter that the caller may see. */
async function getNewsletter(ctx: Context, businessId: string, id: string): Promise<Collection> {
  const collection = await getCollection(ctx, businessId, id);
  if (collection.type !== NEWSLETTER_TYPE) throw NEWSLETTER.NOT_FOUND();
  return collection;
}

/** Subscribes an email address, which gets no edition before its owner confirms or the plan is paid. */
export async function subscribe(
  ctx: Context,
  businessId: string,
  collectionId: string,
  { id, market, plan_id, planId, ...input }: z.output<typeof SubscribeToNewsletter>,
): Promise<Subscriber | { checkoutUrl: string }> {
  const newsletter = await getNewsletter(ctx, businessId, collectionId);
  if (id !== undefined && id !== collectionId && id !== newsletter.id)
    throw invalidField("id", "is not the collection in the path");
  await sideBySide([
    spendBudget(ctx, "subscribe_per_ip", `${businessId}\n${ctx.ip}`, PER_IP),
    spendBudget(
      ctx,
      "subscribe_per_address",
      `${newsletter.id}\n${sameMailbox.key(input.email)}`,
      PER_MAILBOX,
    ),
  ]);
  const business = await getTenant(ctx, businessId);
  const plan = newsletter.plans.find((each) => each.id === (plan_id ?? planId));
  if (!plan) throw invalidField("plan_id", "is no plan of this newsletter");
  checkMarket(business, market, plan);
  const before = await findSubscriber(newsletter, input.email);
  const isPaid = plan.price.amount > 0;
  // A reader who comes back within a paid period pays nothing.
  const mustPay =
    isPaid && !(before?.planId === plan.id && !isActive(before, ctx.now()) && paidUntil(before, ctx.now()));
  return mustPay
    ? subscribePaid(ctx, business, newsletter, plan, before, input)
    : subscribeByMail(ctx, business, newsletter, plan, before, input);
}

/** The subscribers of a newsletter, newest first, including those who cancelled. */
export async function listSubscribers(
  ctx: Context,
  businessId: string,
  collectionId: string,
  query: z.output<typeof SubscriberQuery>,
): Promise<Page<Subscriber>> {
  const newsletter = await findCollection(businessId, collectionId);
  if (newsletter?.type !== NEWSLETTER_TYPE) throw NEWSLETTER.NOT_FOUND();
  const partition = subscribers.partition({ businessId, collectionId: newsletter.id });
  const found = await pageOfPartition(subscribers, partition, { ...query, descending: true }, [
    ctx.operation,
    businessId,
    newsletter.id,
  ]);
  return { items: found.items.map((subscriber) => view(subscriber, ctx.now())), cursor: found.cursor };
}

async function subscribePaid(
  ctx: Context,
  business: Business,
  newsletter: Collection,
  plan: NewsletterPlan,
  before: Stored<StoredSubscriber> | undefined,
  input: SubscriberInput,
): Promise<{ checkoutUrl: string }> {
  if (before) {
    subscriberLife.transition({ subscriber: before }, { type: "payment requested", plan, now: ctx.now() });
    return payForPlan(ctx, business, newsletter, plan, before, []);
  }
  const fresh = newSubscriber(ctx, newsletter, plan, input);
  return payForPlan(ctx, business, newsletter, plan, fresh, creationWrites(ctx, fresh));
}

// Anybody can enter any email address. So until the owner confirms, a stored subscription stays unchanged, and the
// answer is equal for known and new addresses.
async function subscribeByMail(
  ctx: Context,
  business: Business,
  newsletter: Collection,
  plan: NewsletterPlan,
  before: Stored<StoredSubscriber> | undefined,
  input: SubscriberInput,
): Promise<Subscriber> {
  if (before)
    subscriberLife.transition({ subscriber: before }, { type: "confirmation requested", now: ctx.now() });
  const fresh = newSubscriber(ctx, newsletter, plan, input);
  const confirmation = await confirmationEmail(ctx, business, newsletter, plan, before ?? fresh);
  const writes = before ? [] : creationWrites(ctx, fresh);
  return transact(ctx, [...writes, confirmation], view(fresh, ctx.now()));
}

async function findSubscriber({ businessId, id: collectionId }: Collection, email: string) {
  const owner = await subscriberEmails.find({ businessId, collectionId, email });
  return owner && subscribers.find({ businessId, collectionId, id: owner.subscriberId });
}

function newSubscriber(
  ctx: Context,
  { businessId, id: collectionId }: Collection,
  { id: planId }: NewsletterPlan,
  input: SubscriberInput,
): StoredSubscriber {
  return newRecord(StoredSubscriber, {}, input, {
    id: newId("nsub", ctx.clock()),
    businessId,
    collectionId,
    planId,
    status: "PENDING",
    expiresAt: null,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  });
}

function creationWrites(ctx: Context, subscriber: StoredSubscriber): Write[] {
  const { businessId, collectionId, email, id: subscriberId } = subscriber;
  return [
    subscribers.create(subscriber),
    subscriberEmails.create({ businessId, collectionId, email, subscriberId }),
    announce(ctx, "subscriber.created", subscribers, subscriber),
  ];
}

function checkMarket({ configs }: Business, wanted: string, { price }: NewsletterPlan): void {
  const market = configs.markets?.find(({ id, key }) => id === wanted || key === wanted);
  if (!market) throw invalidField("market", "is no market of this business");
  if (price.amount > 0 && market.currency !== price.currency)
    throw NEWSLETTER.PAYMENT_REQUIRED({ market: wanted });
}
