// Subscriptions, editions and paid plans.

import { GENERAL } from "#core/errors.ts";
import { Event } from "#core/events.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { CONTENT } from "#lib/content/legacy-content/errors.ts";
import { NEWSLETTER } from "#lib/delivery/newsletters/errors.ts";
import { SendNewsletter } from "#lib/delivery/newsletters/messages.ts";
import {
  NewsletterPreviewed,
  NewsletterSend,
  NewsletterSubscribed,
  NewsletterSubscriptionResult,
  SendEntry,
  SubscriberPage,
  SubscriberQuery,
  SubscribeToNewsletter,
  TokenQuery,
} from "#lib/delivery/newsletters/schema.ts";
import { PAYMENT, PROVIDER_ERROR } from "#lib/money/payments/errors.ts";
import { PAGE_EVENTS } from "#lib/money/payments/events.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";
import { BUSINESS } from "#lib/tenancy/tenants/errors.ts";

const NOT_FOUND_ERRORS = [BUSINESS.NOT_FOUND, CONTENT.NOT_FOUND, NEWSLETTER.NOT_FOUND];
const mailLinkOptions = {
  needs: "none",
  worksWhileClosed: true,
  query: TokenQuery,
  errors: [BUSINESS.NOT_FOUND, NEWSLETTER.NOT_SUBSCRIBED],
} as const;
const linkFormOptions = {
  ...mailLinkOptions,
  bodyKind: "raw",
  maxBody: 8192,
  returns: NewsletterSubscriptionResult,
  emits: ["subscriber.updated"],
} as const;

const subscribeOptions = {
  description:
    "On a free plan the subscriber is pending until the reader uses the link in the mail. On a paid plan the answer has the payment page. The next period can be paid in the last days of the current one.",
  needs: "public",
  body: SubscribeToNewsletter,
  returns: NewsletterSubscribed,
  errors: [
    ...NOT_FOUND_ERRORS,
    NEWSLETTER.ALREADY_SUBSCRIBED,
    NEWSLETTER.PAYMENT_REQUIRED,
    PROVIDER_ERROR,
    PAYMENT.NO_PROVIDER,
    PAYMENT.INVALID_AMOUNT,
    GENERAL.TOO_MANY_REQUESTS,
  ],
  emits: ["subscriber.created", ...PAGE_EVENTS],
  uses: ["table:write", "secrets", "credentials"],
} as const;

export const newsletters = routes(
  "delivery/newsletters",
  "/v1/businesses/{businessId}/collections",
  "business",
  {
    subscribe: post("/{collectionId}/subscribe", {
      ...subscribeOptions,
      summary: "Subscribe an address to a newsletter",
      status: 201,
    }),
    subscribeByPut: put("/{collectionId}/subscribe", {
      ...subscribeOptions,
      summary: "Subscribe an address to a newsletter",
      handledBy: "subscribe",
      extension: true,
    }),
    listSubscribers: get("/{collectionId}/subscribers", {
      summary: "Subscribers of a newsletter",
      needs: "ADMIN",
      query: SubscriberQuery,
      returns: SubscriberPage,
      errors: NOT_FOUND_ERRORS,
    }),
    unsubscribe: post("/unsubscribe", {
      ...linkFormOptions,
      summary: "End a subscription",
      description: "The token is in the body, or in the query as one-click unsubscribing (RFC 8058) has it.",
      emits: ["subscriber.updated", "contact.updated"],
    }),
    showUnsubscribe: get("/unsubscribe", {
      ...mailLinkOptions,
      summary: "The page that a mail's unsubscribe link opens; it changes nothing",
      description:
        "For a caller that accepts only JSON, it ends the subscription and returns the answer of the POST.",
      returns: "html",
      emits: ["subscriber.updated", "contact.updated"],
      uses: ["table:write", "secrets"],
      extension: true,
    }),
    confirmSubscription: post("/confirm-subscription", {
      ...linkFormOptions,
      summary: "Confirm a subscription",
      extension: true,
    }),
    renewSubscription: post("/renew-subscription", {
      summary: "Pay the next period of a newsletter, by the link of a reminder",
      needs: "none",
      query: TokenQuery,
      bodyKind: "raw",
      maxBody: 8192,
      returns: "redirect",
      status: 302,
      errors: [
        ...NOT_FOUND_ERRORS,
        NEWSLETTER.NOT_SUBSCRIBED,
        NEWSLETTER.ALREADY_SUBSCRIBED,
        PROVIDER_ERROR,
        PAYMENT.NO_PROVIDER,
        PAYMENT.INVALID_AMOUNT,
      ],
      emits: [...PAGE_EVENTS],
      uses: ["table:write", "secrets", "credentials"],
      timeout: 20,
      extension: true,
    }),
    showRenewal: get("/renew-subscription", {
      ...mailLinkOptions,
      summary: "The page that the link of a reminder opens; it changes nothing",
      returns: "html",
      extension: true,
      uses: ["table:read", "secrets"],
    }),
    showConfirmation: get("/confirm-subscription", {
      ...mailLinkOptions,
      summary: "The page that a confirmation mail's link opens; it changes nothing",
      returns: "html",
      extension: true,
      uses: ["table:read", "secrets"],
    }),
  },
);

/** Options of routes and workers that queue senders, as many as the SES quota allows. */
const senderOptions = { uses: ["table:write", "queue:send", "mail:quota"], sends: [SendNewsletter] } as const;

const ENTRY_ERRORS = [BUSINESS.NOT_FOUND, GENERAL.NOT_FOUND, NEWSLETTER.NOT_FOUND, NEWSLETTER.BAD_TEMPLATE];

export const newsletterSends = routes(
  "delivery/newsletters",
  "/v1/businesses/{businessId}/entries/{entryId}",
  "business",
  {
    sendEntry: post("/send", {
      summary: "Send an entry to the subscribers of its newsletter, now or at a time",
      description: "An entry is sent once. It can be sent again only if the send failed or was cancelled.",
      needs: "WRITE",
      body: SendEntry,
      returns: NewsletterSend,
      errors: [...ENTRY_ERRORS, PLAN.PLAN_LIMIT, NEWSLETTER.ALREADY_SENT],
      emits: ["newsletter_send.created", "newsletter_send.updated"],
      ...senderOptions,
    }),
    getSend: get("/send", {
      summary: "Progress of the sending of an entry",
      needs: "READ",
      returns: NewsletterSend,
      errors: [BUSINESS.NOT_FOUND, NEWSLETTER.NOT_SENT],
      extension: true,
    }),
    cancelSend: del("/send", {
      summary: "Cancel a scheduled send",
      needs: "WRITE",
      returns: NewsletterSend,
      errors: [BUSINESS.NOT_FOUND, NEWSLETTER.NOT_SENT, NEWSLETTER.ALREADY_SENT],
      emits: ["newsletter_send.updated"],
      extension: true,
    }),
    previewEntry: post("/preview", {
      summary: "Send an entry to oneself, as a subscriber would get it",
      needs: "WRITE",
      returns: NewsletterPreviewed,
      errors: [...ENTRY_ERRORS, GENERAL.TOO_MANY_REQUESTS],
      extension: true,
    }),
  },
);

export const newsletterWorkers = workers("delivery/newsletters", {
  sendNewsletter: {
    summary: "Sends one part of a newsletter",
    trigger: { kind: "queue", message: SendNewsletter, batchSize: 1 },
    uses: ["table:write", "queue:send", "mail:send", "secrets"],
    sends: senderOptions.sends,
    emits: ["newsletter_send.updated"],
    timeout: 60,
  },
  processDueSends: {
    summary:
      "Starts scheduled newsletters, restarts sends that have stopped, renews and ends paid subscriptions",
    trigger: {
      kind: "due",
      of: [
        { kind: "subscriber", index: "SUBSCRIPTIONS#{id%8}" },
        { kind: "newsletter_send", index: "SENDS#{entryId%8}" },
      ],
    },
    uses: [...senderOptions.uses, "secrets", "credentials"],
    sends: senderOptions.sends,
    emits: [
      ...(["newsletter_send.updated", "subscriber.updated", "payment.created"] as const),
      // The state of a charge is read once, when it is made.
      ...(["payment.authorized", "payment.captured", "payment.failed"] as const),
    ],
  },
  activatePaid: {
    summary: "Activates subscribers whose plan was paid for, and ends refunded periods",
    trigger: { kind: "queue", message: Event },
    on: ["payment.captured", "payment.failed", "payment.refunded", "payment.refund_failed"],
    emits: ["subscriber.updated"],
    uses: ["table:write", "secrets"],
  },
  removeSubscribers: {
    summary: "Deletes the subscribers of a deleted newsletter",
    trigger: { kind: "queue", message: Event },
    on: ["collection.deleted"],
    emits: ["subscriber.deleted"],
    timeout: 60,
  },
});
