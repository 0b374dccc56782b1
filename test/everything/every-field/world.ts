import { businessCollections } from "#functions/content/legacy-content/routes.ts";
import { ok } from "#test/support/client.ts";
import { openFullStore } from "#test/support/full-store.ts";
import type { FurnishedStore } from "#test/support/furnish.ts";
import { openShop, type Shop } from "#test/support/shop.ts";

/** A store with everything that a body can refer to. */
export type World = FurnishedStore & { shop: Shop; newsletter: Newsletter };

type Newsletter = { id: string; plan: string };

export async function openWorld(): Promise<World> {
  const store = await openFullStore();
  const { id: businessId, owner: as } = store;
  const params = { businessId };
  const newsletter = await ok(businessCollections.createBusinessCollection, {
    params,
    as,
    body: {
      name: "Weekly",
      type: "NEWSLETTER",
      statuses: [{ status: "PUBLISHED" }],
      plans: [{ name: "Free", price: { amount: 0, currency: "EUR" } }],
    },
  });
  const shop = await openShop({ units: 100_000 });
  return { ...store, shop, newsletter: { id: newsletter.id, plan: newsletter.plans[0]?.id ?? "" } };
}
