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
  begins,
  causesOf,
  causesWithin,
  comesAndGoes,
  comesTo,
  ends,
  type Kind,
  OTHERWISE,
} from "./cause.ts";
import { MONEY_OF_ORDERS, MONEY_OF_PAYMENTS } from "./causes-of-money.ts";

/**
 * The cause of every type of event: it is announced with this change of its record, and with no other. A type that is left
 * out does not compile.
 */
export const KINDS: readonly Kind[] = [
  causesOf(tenants, {
    "store.created": begins,
    "store.updated": OTHERWISE,
    // Its record goes later, with all that the store has.
    "store.deleted": () => false,
  }),
  causesWithin({ name: "store" }, tombstones, (end) => end, { "store.deleted": begins }),
  causesOf(services, comesAndGoes(["service.created", "service.updated", "service.deleted"])),
  causesOf(providers, comesAndGoes(["provider.created", "provider.updated", "provider.deleted"])),
  causesOf(reservations, {
    "reservation.created": begins,
    "reservation.updated": OTHERWISE,
    "reservation.confirmed": comesTo("CONFIRMED"),
    "reservation.cancelled": comesTo("CANCELLED"),
  }),
  causesOf(carts, {
    "cart.created": begins,
    "cart.updated": OTHERWISE,
    "cart.abandoned": comesTo("abandoned"),
    "cart.converted": comesTo("converted"),
  }),
  causesOf(orders, MONEY_OF_ORDERS),
  causesOf(payments, MONEY_OF_PAYMENTS),
  causesOf(promoCodes, comesAndGoes(["promo_code.created", "promo_code.updated", "promo_code.deleted"])),
  // A subscription that follows an ended one is another, in the item of the same store.
  causesOf(
    subscriptions,
    {
      "subscription.created": (was, is) => is !== undefined && is.ref !== null && was?.ref !== is.ref,
      "subscription.updated": OTHERWISE,
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
      "member.created": begins,
      "member.updated": OTHERWISE,
      "member.deleted": ends,
    },
    true,
  ),
  causesOf(invitations, {
    "invitation.created": begins,
    "invitation.updated": OTHERWISE,
    "invitation.deleted": ends,
  }),
  causesOf(forms, comesAndGoes(["form.created", "form.updated", "form.deleted"])),
  causesOf(submissions, { "form.submitted": begins, "submission.updated": OTHERWISE }),
  causesOf(taxonomies, comesAndGoes(["taxonomy.created", "taxonomy.updated", "taxonomy.deleted"])),
  causesOf(collections, comesAndGoes(["collection.created", "collection.updated", "collection.deleted"])),
  causesOf(
    legacyCollections,
    comesAndGoes(["collection.created", "collection.updated", "collection.deleted"]),
  ),
  causesOf(entries, comesAndGoes(["entry.created", "entry.updated", "entry.deleted"])),
  causesOf(legacyEntries, comesAndGoes(["entry.created", "entry.updated", "entry.deleted"])),
  causesOf(nodes, comesAndGoes(["node.created", "node.updated", "node.deleted"])),
  causesOf(media, comesAndGoes(["media.created", "media.updated", "media.deleted"])),
  causesOf(subscribers, comesAndGoes(["subscriber.created", "subscriber.updated", "subscriber.deleted"])),
  causesOf(sends, { "newsletter_send.created": begins, "newsletter_send.updated": OTHERWISE }),
  causesOf(contacts, {
    ...comesAndGoes(["contact.created", "contact.updated", "contact.deleted"]),
    "contact.merged": (was, is) => was?.joined_at === null && is !== undefined && is.joined_at !== null,
  }),
  causesOf(agents, comesAndGoes(["support_agent.created", "support_agent.updated", "support_agent.deleted"])),
  causesWithin(conversationAnnouncements, conversations, (conversation) => conversation, {
    "conversation.created": begins,
    "conversation.updated": OTHERWISE,
    "conversation.escalated": comesTo("escalated"),
    "conversation.resolved": comesTo("resolved"),
  }),
  causesWithin(messageAnnouncements, turns, ({ messages }, id) => messages.find((each) => each.id === id), {
    "message.created": begins,
  }),
  causesWithin(locations, locationBooks, (book, id) => book.locations.find((each) => each.id === id), {
    // The first location of a store is there before anybody has written it down.
    "location.created": (was, is) => !was && is?.revision === 1,
    "location.updated": (was, is) => is !== undefined && (was !== undefined || is.revision > 1),
    "location.deleted": ends,
  }),
  causesWithin(lowLevels, levels, (level, id) => (level.id === id ? level : undefined), {
    // The last event before was followed by a rise above the mark, or it would be told still.
    "inventory.low": (was, is) =>
      was?.low_told === false &&
      is?.low_told === true &&
      is.low_at !== null &&
      is.available <= is.low_at &&
      is.lows === was.lows + 1,
  }),
  causesOf(products, comesAndGoes(["product.created", "product.updated", "product.deleted"])),
  causesOf(accounts, {
    "social_account.connected": (_, is) => is?.status === "connected",
    "social_account.reconnect_required": comesTo("reconnect_required"),
    "social_account.deleted": ends,
  }),
  causesOf(publications, {
    "publication.created": begins,
    "publication.updated": OTHERWISE,
    "publication.deleted": ends,
    "publication.published": comesTo("published"),
    "publication.failed": comesTo("failed"),
    "publication.unknown": comesTo("unknown"),
  }),
  causesOf(comments, { "comment.created": begins, "comment.updated": OTHERWISE }),
];
