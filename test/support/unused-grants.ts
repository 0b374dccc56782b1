const UNOPENED_PAGE = "a page that was never opened is opened to be closed, and the sandbox seals its token";
const MAIL_OF_UNPAID = "the mail to an owner whose subscription is found unpaid is sealed";
const VIDEO = "a video is read for its length and its size where the network limits them";
const LABEL_GOES = "the file of a shipping label is deleted as its order forgets whose it was";
const DAY_SPENT = "a mail goes into its queue again when the day's quota is spent";
const SLOW = "a slow endpoint is sent its webhooks here, and chance decides whether one of a run is slow";
const LABEL = "a label whose purchase gave no answer is looked up";
const MANY_EVENTS = "webhooks of a tenant with very many events are planned here";

/**
 * Grants that no test is seen to use, and why they are needed. Many tests run this code outside a function,
 * where calls have no function id.
 */
export const ALLOWED_UNUSED_GRANTS: Readonly<Record<string, string>> = {
  "createBusiness: credentials": "the account of a payment provider that is sent along is sealed with it",
  "deleteCustomerNote: secrets": "the card of the customer's address is found by a keyed hash",
  "showSubscription: secrets": MAIL_OF_UNPAID,
  "subscribeToPlanByAlias: secrets": "the sandbox seals the address of the page where a plan is paid",
  "cancelSubscription: secrets": MAIL_OF_UNPAID,
  "listShippingProviders: secrets": "the address that a real provider calls back is sealed",
  "getSetup: secrets": "a list that has more than the setup looks at seals its cursor",
  "exportProducts: media:read": "the address of a file that is too large for an answer is signed",
  "exportProducts: media:write": "a file that is too large for an answer is stored",
  "validatePublication: media:read": VIDEO,
  "createPublication: media:read": VIDEO,
  "updatePublication: media:read": VIDEO,
  "schedulePublication: media:read": VIDEO,
  "publishPublication: media:read": VIDEO,
  "closeOpenPages: table:write": "a page that is closed is written down with its payment",
  "closeOpenPages: secrets": UNOPENED_PAGE,
  "closeOpenPages: credentials": "a page is closed with the account that opened it",
  "settleBilling: secrets": MAIL_OF_UNPAID,
  "processDueBilling: secrets": MAIL_OF_UNPAID,
  "processDueCarts: secrets": "the mail that brings a visitor back to a cart is sealed",
  "forgetContact: media:write": LABEL_GOES,
  "processDueOrders: secrets": "the address of an idle visitor who is deleted is kept as a keyed hash",
  "processDueOrders: credentials": "the provider is asked after money that is on its way",
  "lookUpLabel: table:write": `${LABEL}, and what came of it is written down`,
  "lookUpLabel: secrets": `${LABEL}, and the address of its file is sealed`,
  "lookUpLabel: credentials": `${LABEL} with the store's account`,
  "lookUpLabel: media:write": `${LABEL}, and its file is stored`,
  "lookForDue: table:write": "a beat is sent every five minutes, and what was put aside is taken back",
  "purge: secrets": UNOPENED_PAGE,
  "purge: credentials": "pages of a deleted tenant are closed, and its refunds issued, with its account",
  "sendEmail: queue:send": DAY_SPENT,
  "sendTenantEmail: queue:send": DAY_SPENT,
  "purgeFiles: table:write": "the rest is left to a further message when the time is up",
  "planCrowdedDeliveries: table:write": `${MANY_EVENTS}: what each endpoint is owed is written down`,
  "planCrowdedDeliveries: queue:send": `${MANY_EVENTS}: whoever sends them is called`,
  "deliverSlowWebhooks: table:write": SLOW,
  "deliverSlowWebhooks: queue:send": SLOW,
  "deliverSlowWebhooks: secrets": SLOW,
  "sendNewsletter: queue:send": "the next step of a part is called when its time is up or SES takes no more",
  "answerVisitor: table:write": "an answer that the visitor's own request did not give is written",
  "answerVisitor: secrets": "a list of more content than is looked at seals its cursor",
  "answerVisitor: ai:invoke": "the model is asked for an answer that the visitor's own request did not give",
  "processDueImports: media:write": "the file of an import that is given up is deleted",
  "publishStep: media:read": "files are read where a network is sent their bytes",
  "processDuePublications: queue:send": "a publication whose moment has come is called",
  "tendSums: secrets": "what an older store has is filed under the card of its address, a keyed hash",
  "forgetFiled: media:write": LABEL_GOES,
  "indexReservation: secrets": "a booking that has no customer yet is filed under its card, a keyed hash",
};

/** Unused actions within a grant, and why they are needed. */
export const ALLOWED_UNUSED_ACTIONS: Readonly<Record<string, string>> = {
  "s3:AbortMultipartUpload": "a stream that fails after a part of it was stored leaves nothing",
};
