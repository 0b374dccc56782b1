import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { newsletterSends, newsletters } from "#functions/delivery/newsletters/routes.ts";
import { platformData } from "#functions/system/platform-data/routes.ts";
import { ok } from "#test/support/client.ts";
import { FUTURE } from "#test/support/dates.ts";
import { openNewsletter, writeEntry } from "#test/support/newsletter.ts";
import { newEmail } from "#test/support/world.ts";
import { OMISSION_REASONS, type Recipes, type SentRecord } from "./recipe.ts";
import type { World } from "./world.ts";

const subscribeRecipe = {
  either: [["plan_id", "planId"]],
  asks: async (_: World, seed: number) => {
    const { businessId, owner, collectionId, free } = await openNewsletter();
    const named = { id: collectionId, plan_id: free, planId: free, market: ["eu", "us"][seed % 2] };
    return { as: owner, params: { businessId, collectionId }, body: { ...named, email: newEmail } };
  },
  read: async (_: World, { params, record, as }: SentRecord) => {
    const at = { businessId: params.businessId ?? "", collectionId: params.collectionId ?? "" };
    const { items } = await ok(newsletters.listSubscribers, { params: at, as });
    return items.find(({ id }) => id === record.id);
  },
  not: { id: OMISSION_REASONS.path, market: OMISSION_REASONS.priced },
};

export const DELIVERY: Recipes = {
  subscribe: subscribeRecipe,
  subscribeByPut: subscribeRecipe,
  sendEntry: {
    asks: async (_, seed) => {
      const newsletter = await openNewsletter();
      const entryId = await writeEntry(newsletter);
      const { businessId, owner } = newsletter;
      return { as: owner, params: { businessId, entryId }, body: { scheduledAt: FUTURE + seed } };
    },
    read: (_, { params, as }) =>
      ok(newsletterSends.getSend, {
        params: { businessId: params.businessId ?? "", entryId: params.entryId ?? "" },
        as,
      }),
  },
  updateBusinessEvent: {
    asks: () => ({ body: { payload: { recipients: [newEmail()] } } }),
    read: async ({ id: businessId, owner: as }, { record }) => {
      const query = { entity: String(record.entity) };
      const { items } = await ok(businessEvents.listBusinessEvents, { params: { businessId }, as, query });
      return items.find(({ id }) => id === record.id);
    },
  },
  putData: {
    asks: (_, seed) => ({ body: { key: `whole:${crypto.randomUUID()}`, value: { dark: seed } } }),
    elsewhere: true,
    read: async (_, { body, as }) => {
      const { items } = await ok(platformData.listData, {
        as,
        query: { key: String(body.key), exact: true },
      });
      return items[0];
    },
    not: { ttl: OMISSION_REASONS.span, previous_key: OMISSION_REASONS.gone },
  },
};
