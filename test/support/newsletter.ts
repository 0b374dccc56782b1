import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { businessCollections, businessEntries } from "#functions/content/legacy-content/routes.ts";
import type { StoredSubscriber } from "#lib/delivery/newsletters/schema.ts";
import { subscriberEmails, subscribers } from "#lib/delivery/newsletters/table.ts";
import { ok } from "./client.ts";
import { inParallel } from "./random.ts";
import { openStore, type Somebody, testContext } from "./world.ts";

export interface TestNewsletter {
  businessId: string;
  owner: Somebody;
  collectionId: string;
  free: string;
  paid: string;
}

export async function openNewsletter(): Promise<TestNewsletter> {
  const { id: businessId, owner } = await openStore();
  const collection = await ok(businessCollections.createBusinessCollection, {
    params: { businessId },
    as: owner,
    body: {
      name: "Weekly roast",
      type: "NEWSLETTER",
      blocks: [
        { id: "subject", type: "TEXT", label: "Subject" },
        { id: "body", type: "TEXT", label: "Body", settings: { variant: "HTML" } },
      ],
      statuses: [{ status: "PUBLISHED" }],
      plans: [
        { name: "Free", price: { amount: 0, currency: "USD", interval: "MONTHLY" } },
        { name: "Gold", price: { amount: 500, currency: "USD", interval: "MONTHLY" } },
      ],
    },
  });
  const [free, paid] = collection.plans;
  return { businessId, owner, collectionId: collection.id, free: free?.id ?? "", paid: paid?.id ?? "" };
}

/** Writes an entry of the newsletter; texts may be templates. */
export async function writeEntry(
  { businessId, owner, collectionId }: TestNewsletter,
  subject = "Ethiopia is back",
  body = "<p>Hello {{subscriber.email}}, it is {{collection.name}}.</p>",
  locale = "en",
): Promise<string> {
  const entry = await ok(businessEntries.createBusinessEntry, {
    params: { businessId },
    as: owner,
    body: {
      collectionId,
      locale,
      blocks: [
        { id: "subject", type: "TEXT", value: subject },
        { id: "body", type: "TEXT", value: body },
      ],
      statuses: [{ status: "PUBLISHED" }],
    },
  });
  return entry.id;
}

/** Adds active subscribers without confirmation mails. */
export async function addSubscribers(
  { businessId, collectionId, free }: Pick<TestNewsletter, "businessId" | "collectionId" | "free">,
  emails: string[],
): Promise<StoredSubscriber[]> {
  const ctx = testContext();
  const now = ctx.now();
  const records = emails.map((email, index) => ({
    id: newId("nsub", ctx.clock() + index / 1000),
    businessId,
    collectionId,
    email,
    planId: free,
    status: "ACTIVE" as const,
    expiresAt: null,
    due_at: null,
    paidBy: null,
    customer_id: null,
    createdAt: now,
    updatedAt: now,
  }));
  // Two writes each, of the 100 that a transaction can have.
  await inParallel(Math.ceil(records.length / 50), 2, async (batch) => {
    const writes = records
      .slice(batch * 50, batch * 50 + 50)
      .flatMap((record) => [
        subscribers.put(record),
        subscriberEmails.put({ businessId, collectionId, email: record.email, subscriberId: record.id }),
      ]);
    await transact(ctx, writes);
  });
  return records;
}
