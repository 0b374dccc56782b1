import { setTimeout as sleep } from "node:timers/promises";
import { mailsAt } from "#infra/local/inbox.ts";
import type { SeedApi } from "#infra/local/seed-api.ts";

const READERS = ["grace@example.com", "alan@example.com", "bounce@simulator.amazonses.com"];

/** A newsletter with readers who confirmed, an edition that went out, and a webhook that shows all that happens. */
export async function seedNewsletters(api: SeedApi): Promise<string[]> {
  const business = `/v1/businesses/${api.store.id}`;
  await api.post(`/v1/stores/${api.store.id}/webhooks`, {
    body: { name: "Inspector", url: `${api.address}/_local/webhooks/demo`, events: [] },
  });
  const { id, plans }: { id: string; plans?: { id: string }[] } = await api.post(`${business}/collections`, {
    body: {
      name: "Weekly roast",
      type: "NEWSLETTER",
      blocks: [
        { id: "subject", type: "TEXT", label: "Subject", required: true },
        { id: "body", type: "TEXT", label: "Body", settings: { variant: "HTML" } },
      ],
      statuses: [{ status: "PUBLISHED" }],
      plans: [
        { name: "Free", price: { amount: 0, currency: "USD", interval: "MONTHLY" } },
        {
          name: "Gold",
          price: { amount: 500, currency: "USD", interval: "MONTHLY" },
          features: ["A bag a month"],
        },
      ],
    },
  });
  for (const email of READERS) {
    const body = { id, email, market: "us", plan_id: plans?.[0]?.id };
    await api.post(`${business}/collections/${id}/subscribe`, { token: null, body });
    await confirm(api, email);
  }
  const entry = await api.post(`${business}/entries`, {
    body: {
      collectionId: id,
      locale: "en",
      blocks: [
        { id: "subject", type: "TEXT", value: "Ethiopia is back" },
        {
          id: "body",
          type: "TEXT",
          value:
            "<h1>Guji, washed</h1><p>Jasmine and apricot. {{subscriber.email}}, the first bags leave on Friday.</p>",
        },
      ],
      statuses: [{ status: "PUBLISHED" }],
    },
  });
  await api.post(`${business}/entries/${entry.id}/send`, { body: {} });
  return [
    `a newsletter with ${READERS.length} readers, and its first edition on its way`,
    "a webhook to the inspector, which shows every event",
  ];
}

async function confirm({ address }: SeedApi, email: string): Promise<void> {
  const stack = await fetch(`${address}/_local`, { headers: { accept: "application/json" } });
  const { aws }: { aws: { ses: string } } = JSON.parse(await stack.text());
  for (let tries = 0; tries < 200; tries++) {
    const texts = (await mailsAt(aws.ses))
      .filter(({ destination }) => destination.to.some((to) => to.includes(email)))
      .map(({ body }) => /https?:\/\/\S+\/confirm-subscription\?token=\S+/.exec(body.text ?? "")?.[0]);
    const link = texts.findLast((text) => text !== undefined);
    if (link && (await fetch(link, { method: "POST" })).ok) return;
    await sleep(50);
  }
  throw new Error(`No mail to confirm a subscription came to ${email}.`);
}
