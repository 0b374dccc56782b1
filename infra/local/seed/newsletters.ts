import { StartFailure } from "#infra/failure.ts";
import { listMails } from "#infra/local/inbox.ts";
import type { SeedApi } from "#infra/local/seed/api.ts";
import { waitFor } from "#infra/local/wait-for.ts";

/** Email addresses of readers. Mail to the last one bounces and then stops, so each demo has another address. */
const readersOf = ({ store }: SeedApi) => [
  "grace@example.com",
  "alan@example.com",
  `bounce+${store.key}@simulator.amazonses.com`,
];

/** Creates a newsletter with confirmed readers, and sends an edition. */
export async function seedNewsletters(api: SeedApi): Promise<string[]> {
  const business = `/v1/businesses/${api.store.id}`;
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
  const since = Math.floor(Date.now() / 1000) - 1;
  const join = async (email: string) => {
    const body = { id, email, market: "us", plan_id: plans?.[0]?.id };
    await api.post(`${business}/collections/${id}/subscribe`, { token: null, body });
    await confirm(api, email, since);
  };
  const readers = readersOf(api);
  await Promise.all(readers.map(join));
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
  return [`a newsletter with ${readers.length} readers, and its first edition on its way`];
}

const CONFIRM_LINK = /https?:\/\/\S+\/confirm-subscription\?token=\S+/;

/** Follows the link in a mail of this demo. The inbox also has mails of earlier demos to these readers. */
async function confirm({ ses, store }: SeedApi, email: string, since: number): Promise<void> {
  const link = await waitFor(async () => {
    const mails = (await listMails(ses, since)).filter(({ destination }) => destination.to.includes(email));
    const links = mails.map(({ body }) => CONFIRM_LINK.exec(body.text ?? "")?.[0]);
    return links.find((text) => text?.includes(store.id));
  }, `No mail to confirm a subscription came to ${email}.`);
  const reply = await fetch(link, { method: "POST" });
  if (!reply.ok) throw new StartFailure(`${link} answered ${reply.status}.`);
}
