import { providers } from "#functions/booking/providers/routes.ts";
import { businessReservations } from "#functions/booking/reservations/routes.ts";
import { services } from "#functions/booking/services/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { businessEvents } from "#functions/delivery/activity/routes.ts";
import { comments } from "#functions/engagement/comments/routes.ts";
import { socialAccounts } from "#functions/engagement/social/routes.ts";
import { invitations, openInvitations } from "#functions/tenancy/members/routes.ts";
import { ok } from "./client.ts";
import { type FurnishedStore, furnish } from "./furnish.ts";
import { drawing, formOf } from "./media.ts";
import { HOUR, MONDAY, OPENING_HOURS } from "./salon.ts";
import { connectSandbox, publishText, writeComment } from "./social.ts";
import { eventually, member, newEmail, type TestStore } from "./world.ts";

/**
 * Path slots that name no record of a tenant, or only one below another record in the path. A new slot needs
 * a reason here, or a record that this file or `furnish` creates.
 */
export const SLOTS_WITHOUT_RECORD: Record<string, string> = {
  storeId: "the tenant",
  businessId: "the tenant",
  entryType: "a name in code",
  channel: "a name in code",
  family: "a name in code",
  noteId: "below a customer, or below an order",
  recountId: "one of each store, below it",
  accountPage: "a name in code",
  pageName: "a name in code",
  provider: "a name in code",
  provider_type: "a name in code",
  token: "a sealed token",
  trackingPixelId: "a sealed token",
  checkoutId: "a sealed token",
  billingId: "a sealed token",
  orderToken: "a sealed token",
  reservationToken: "a sealed token",
  callbackToken: "a sealed token",
  labelToken: "a sealed token",
  returnId: "below an order, or a sealed token",
  shipmentId: "below an order",
  shippingProviderId: "needs an account at a carrier: test/proofs/labels.ts",
};

/** A store, a new one by default, with a record for every path slot. */
export async function openFullStore(opened?: TestStore): Promise<FurnishedStore> {
  const store = await furnish(opened);
  const { id: storeId, owner: as } = store;
  const [booked, social, staff, invitationId, pictures, event] = await Promise.all([
    createReservation(store),
    connectSocial(store),
    member(storeId, "member"),
    createInvitation(store),
    ok(media.createMedia, {
      params: { storeId },
      as,
      raw: formOf([{ name: "a.svg", type: "image/svg+xml", bytes: drawing() }]),
    }),
    eventually(async () => {
      const query = { entity: "form" };
      const { items } = await ok(businessEvents.listBusinessEvents, {
        params: { businessId: storeId },
        as,
        query,
      });
      return items[0];
    }, "an event of a form"),
  ]);
  const ids = { ...store.ids, ...booked, ...social, accountId: staff.id, eventId: event.id, invitationId };
  const [picture] = pictures;
  return { ...store, ids: { ...ids, ...(picture ? { mediaId: picture.id } : {}) } };
}

async function createInvitation({ id, owner: as }: FurnishedStore): Promise<string> {
  await ok(invitations.createInvitation, { params: { businessId: id }, as, body: { email: newEmail() } });
  const { items } = await ok(openInvitations.listInvitations, { params: { storeId: id }, as });
  return items[0]?.id ?? "";
}

async function createReservation({ id: businessId, owner: as }: FurnishedStore) {
  const params = { businessId };
  const { id: providerId } = await ok(providers.createProvider, {
    params,
    as,
    body: { key: "stocked", workingTime: { workingDays: OPENING_HOURS } },
  });
  const { id: serviceId } = await ok(services.createService, {
    params,
    as,
    body: { key: "stocked", name: "Cut", durations: [{ duration: 60 }], providers: [{ providerId }] },
  });
  const parts = [{ serviceId, providerId, startTime: MONDAY + 9 * HOUR }];
  const { id } = await ok(businessReservations.createBusinessReservation, { params, as, body: { parts } });
  return { reservationId: id };
}

async function connectSocial(store: FurnishedStore) {
  const { id: storeId, owner: as } = store;
  const account = await connectSandbox(store);
  const signIn = await ok(socialAccounts.connectSocialAccount, {
    params: { storeId },
    as,
    body: { provider_type: "sandbox" },
  });
  const publication = await publishText(store, account.id, "Hello");
  await writeComment(publication.provider_post_id ?? "", "When do you open?");
  await ok(comments.syncEngagement, { params: { storeId }, as, body: {} });
  const { items } = await ok(comments.listAllComments, { params: { storeId }, as });
  return {
    socialAccountId: account.id,
    attemptId: signIn.attempt_id,
    publicationId: publication.id,
    commentId: items[0]?.id ?? "",
  };
}
