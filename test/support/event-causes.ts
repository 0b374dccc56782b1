import { providers, services } from "#lib/booking/bookables/table.ts";
import { reservations } from "#lib/booking/reservations/table.ts";
import { carts } from "#lib/commerce/carts/table.ts";
import { levels, lowLevels } from "#lib/commerce/inventory/table.ts";
import { locationBooks, locations } from "#lib/commerce/locations/table.ts";
import { orders } from "#lib/commerce/orders/table.ts";
import { products } from "#lib/commerce/products/table.ts";
import { collections } from "#lib/content/collections/table.ts";
import { entries } from "#lib/content/entries/table.ts";
import { forms, submissions } from "#lib/content/forms/table.ts";
import {
  collections as legacyCollections,
  entries as legacyEntries,
} from "#lib/content/legacy-content/table.ts";
import { media } from "#lib/content/media/table.ts";
import { nodes } from "#lib/content/nodes/table.ts";
import { taxonomies } from "#lib/content/taxonomies/table.ts";
import { sends, subscribers } from "#lib/delivery/newsletters/table.ts";
import { accounts, comments, publications } from "#lib/engagement/social/table.ts";
import {
  agents,
  conversationAnnouncements,
  conversations,
  messageAnnouncements,
  turns,
} from "#lib/engagement/support/table.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import { promoCodes } from "#lib/money/promo-codes/table.ts";
import { subscriptions } from "#lib/money/subscriptions/table.ts";
import { memberships, tombstones } from "#lib/tenancy/access/records.ts";
import { invitations, members } from "#lib/tenancy/people/table.ts";
import { tenants } from "#lib/tenancy/tenants/table.ts";
import { contacts } from "#lib/tenancy/visitors/table.ts";
import {
  causesOf,
  causesWithin,
  createdUpdatedDeleted,
  isCreated,
  isDeleted,
  OTHER_CHANGE,
  type RecordEvents,
  reachesStatus,
} from "./event-cause.ts";
import { ORDER_EVENT_CAUSES, PAYMENT_EVENT_CAUSES } from "./money-event-causes.ts";

/**
 * The cause of every event type: it is announced with this change and no other. A missing type does not
 * compile.
 */
export const RECORD_EVENTS: readonly RecordEvents[] = [
  causesOf(tenants, {
    "store.created": isCreated,
    "store.updated": OTHER_CHANGE,
    // The store's record is deleted later, with everything in the store.
    "store.deleted": () => false,
  }),
  causesWithin({ name: "store" }, tombstones, (end) => end, { "store.deleted": isCreated }),
  causesOf(services, createdUpdatedDeleted(["service.created", "service.updated", "service.deleted"])),
  causesOf(providers, createdUpdatedDeleted(["provider.created", "provider.updated", "provider.deleted"])),
  causesOf(reservations, {
    "reservation.created": isCreated,
    "reservation.updated": OTHER_CHANGE,
    "reservation.confirmed": reachesStatus("CONFIRMED"),
    "reservation.cancelled": reachesStatus("CANCELLED"),
  }),
  causesOf(carts, {
    "cart.created": isCreated,
    "cart.updated": OTHER_CHANGE,
    "cart.abandoned": reachesStatus("abandoned"),
    "cart.converted": reachesStatus("converted"),
  }),
  causesOf(orders, ORDER_EVENT_CAUSES),
  causesOf(payments, PAYMENT_EVENT_CAUSES),
  causesOf(
    promoCodes,
    createdUpdatedDeleted(["promo_code.created", "promo_code.updated", "promo_code.deleted"]),
  ),
  // A new subscription replaces the ended one in the store's item.
  causesOf(
    subscriptions,
    {
      "subscription.created": (was, is) => is !== undefined && is.ref !== null && was?.ref !== is.ref,
      "subscription.updated": OTHER_CHANGE,
      "subscription.deleted": (was, is) =>
        is?.status === "CANCELLED" && was?.status !== "CANCELLED" && was?.ref === is.ref,
    },
    false,
  ),
  causesWithin(
    members,
    memberships,
    (membership) => membership,
    {
      "member.created": isCreated,
      "member.updated": OTHER_CHANGE,
      "member.deleted": isDeleted,
    },
    true,
  ),
  causesOf(invitations, {
    "invitation.created": isCreated,
    "invitation.updated": OTHER_CHANGE,
    "invitation.deleted": isDeleted,
  }),
  causesOf(forms, createdUpdatedDeleted(["form.created", "form.updated", "form.deleted"])),
  causesOf(submissions, { "form.submitted": isCreated, "submission.updated": OTHER_CHANGE }),
  causesOf(taxonomies, createdUpdatedDeleted(["taxonomy.created", "taxonomy.updated", "taxonomy.deleted"])),
  causesOf(
    collections,
    createdUpdatedDeleted(["collection.created", "collection.updated", "collection.deleted"]),
  ),
  causesOf(
    legacyCollections,
    createdUpdatedDeleted(["collection.created", "collection.updated", "collection.deleted"]),
  ),
  causesOf(entries, createdUpdatedDeleted(["entry.created", "entry.updated", "entry.deleted"])),
  causesOf(legacyEntries, createdUpdatedDeleted(["entry.created", "entry.updated", "entry.deleted"])),
  causesOf(nodes, createdUpdatedDeleted(["node.created", "node.updated", "node.deleted"])),
  causesOf(media, createdUpdatedDeleted(["media.created", "media.updated", "media.deleted"])),
  causesOf(
    subscribers,
    createdUpdatedDeleted(["subscriber.created", "subscriber.updated", "subscriber.deleted"]),
  ),
  causesOf(sends, { "newsletter_send.created": isCreated, "newsletter_send.updated": OTHER_CHANGE }),
  causesOf(contacts, {
    ...createdUpdatedDeleted(["contact.created", "contact.updated", "contact.deleted"]),
    "contact.merged": (was, is) => was?.joined_at === null && is !== undefined && is.joined_at !== null,
  }),
  causesOf(
    agents,
    createdUpdatedDeleted(["support_agent.created", "support_agent.updated", "support_agent.deleted"]),
  ),
  causesWithin(conversationAnnouncements, conversations, (conversation) => conversation, {
    "conversation.created": isCreated,
    "conversation.updated": OTHER_CHANGE,
    "conversation.escalated": reachesStatus("escalated"),
    "conversation.resolved": reachesStatus("resolved"),
  }),
  causesWithin(messageAnnouncements, turns, ({ messages }, id) => messages.find((each) => each.id === id), {
    "message.created": isCreated,
  }),
  causesWithin(locations, locationBooks, (book, id) => book.locations.find((each) => each.id === id), {
    // A store's first location exists, with revision 1, before it is stored.
    "location.created": (was, is) => !was && is?.revision === 1,
    "location.updated": (was, is) => is !== undefined && (was !== undefined || is.revision > 1),
    "location.deleted": isDeleted,
  }),
  causesWithin(lowLevels, levels, (level, id) => (level.id === id ? level : undefined), {
    // After an announcement, stock must rise above the threshold before the next one.
    "inventory.low": (was, is) =>
      was?.low_told === false &&
      is?.low_told === true &&
      is.low_at !== null &&
      is.available <= is.low_at &&
      is.lows === was.lows + 1,
  }),
  causesOf(products, createdUpdatedDeleted(["product.created", "product.updated", "product.deleted"])),
  causesOf(accounts, {
    "social_account.connected": (_, is) => is?.status === "connected",
    "social_account.reconnect_required": reachesStatus("reconnect_required"),
    "social_account.deleted": isDeleted,
  }),
  causesOf(publications, {
    "publication.created": isCreated,
    "publication.updated": OTHER_CHANGE,
    "publication.deleted": isDeleted,
    "publication.published": reachesStatus("published"),
    "publication.failed": reachesStatus("failed"),
    "publication.unknown": reachesStatus("unknown"),
  }),
  causesOf(comments, { "comment.created": isCreated, "comment.updated": OTHER_CHANGE }),
];
