// Workers of orders, started by the stream or each minute.

import { Event } from "#core/events.ts";
import { workers } from "#core/queue/contract.ts";
import * as orderEvents from "#lib/commerce/orders/events.ts";
import { FollowContact, ForgetContact } from "#lib/commerce/orders/messages.ts";
import { PAYMENT_SYNC_EVENTS } from "#lib/money/payments/events.ts";
import { uses } from "./routes.ts";

export const orderWorkers = workers("commerce/orders", {
  settleOrderFromEvent: {
    summary: "Updates orders to the state of their payments",
    trigger: { kind: "queue", message: Event },
    on: [...PAYMENT_SYNC_EVENTS],
    emits: orderEvents.RECONCILE_EVENTS,
    timeout: 60,
  },
  followReservation: {
    summary: "Updates orders to the state of their appointments",
    trigger: { kind: "queue", message: Event },
    on: ["reservation.confirmed", "reservation.cancelled", "reservation.updated"],
    emits: orderEvents.CANCELLING_EVENTS,
    uses,
    timeout: 60,
  },
  followContact: {
    summary:
      "Moves orders to the contact that their own was merged into, and links those of a newly proven contact",
    trigger: { kind: "queue", message: FollowContact },
    on: ["contact.updated"],
    emits: ["contact.deleted"],
    timeout: 60,
  },
  forgetContact: {
    summary: "Ends sessions and carts of deleted contacts, and removes their personal data from orders",
    trigger: { kind: "queue", message: ForgetContact, batchSize: 1 },
    on: ["contact.deleted"],
    emits: [...orderEvents.CLOSE_PAGE_EVENTS, "contact.deleted"],
    uses: ["table:write", "media:write", "secrets", "credentials"],
    timeout: 60,
  },
  notifyOrder: {
    summary: "Mails customers and stores about orders",
    trigger: { kind: "queue", message: Event },
    on: orderEvents.MAILED_EVENTS,
    uses: ["table:write", "secrets"],
  },
  processDueOrders: {
    summary: "Ends unpaid holds, checks payments that are on their way, and deletes idle visitors",
    trigger: {
      kind: "due",
      of: [
        { kind: "order", index: "ORDER#{id%8}" },
        { kind: "contact", index: "CONTACT#{id%8}" },
      ],
    },
    emits: orderEvents.DUE_EVENTS,
    uses,
    timeout: 55,
  },
});
