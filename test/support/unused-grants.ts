const UNOPENED_PAGE = "a payment page is opened before it is closed, and the sandbox seals its token";
const MAIL_OF_UNPAID = "the mail to the owner of an unpaid subscription is sealed";
const VIDEO = "the length and the size of a video are read if the network limits them";
const LABEL_DELETED = "the file of a shipping label is deleted when its order is anonymised";
const QUOTA_USED_UP = "a mail returns to its queue when the day's quota is used up";
const SLOW = "it serves slow endpoints, and a run has a slow endpoint only by chance";
const LABEL = "a label is looked up if its purchase gave no answer";
const MANY_EVENTS = "it plans the webhooks of tenants with very many events";

/**
 * Grants that no test is seen to use, and why they are needed. Many tests run this code outside a function,
 * where calls have no function id.
 */
export const ALLOWED_UNUSED_GRANTS: Readonly<Record<string, string>> = {
  "createBusiness: credentials": "the credentials of a payment provider in the request are sealed",
  "deleteCustomerNote: secrets": "an unverified customer is found by a keyed hash of the email address",
  "showSubscription: secrets": MAIL_OF_UNPAID,
  "subscribeToPlanByAlias: secrets": "the sandbox seals the URL of the page where a plan is paid",
  "cancelSubscription: secrets": MAIL_OF_UNPAID,
  "listShippingProviders: secrets": "the URL that a real provider calls back is sealed",
  "getSetup: secrets": "a list with more records than the setup reads seals its cursor",
  "exportProducts: media:read": "the URL of a file that is too large for an answer is signed",
  "exportProducts: media:write": "a file that is too large for an answer is stored",
  "validatePublication: media:read": VIDEO,
  "createPublication: media:read": VIDEO,
  "updatePublication: media:read": VIDEO,
  "schedulePublication: media:read": VIDEO,
  "publishPublication: media:read": VIDEO,
  "closeOpenPages: table:write": "a closed payment page is recorded with its payment",
  "closeOpenPages: secrets": UNOPENED_PAGE,
  "closeOpenPages: credentials": "a payment page is closed with the credentials that opened it",
  "settleBilling: secrets": MAIL_OF_UNPAID,
  "processDueBilling: secrets": MAIL_OF_UNPAID,
  "processDueCarts: secrets": "the mail with a cart's recovery link is sealed",
  "forgetContact: media:write": LABEL_DELETED,
  "processDueOrders: secrets": "the email address of a deleted idle visitor is stored as a keyed hash",
  "processDueOrders: credentials": "the provider is asked about pending payments",
  "lookUpLabel: table:write": `${LABEL}, and the result is recorded`,
  "lookUpLabel: secrets": `${LABEL}, and the URL of its file is sealed`,
  "lookUpLabel: credentials": `${LABEL} with the store's credentials`,
  "lookUpLabel: media:write": `${LABEL}, and its file is stored`,
  "lookForDue: table:write": "a heartbeat is sent every five minutes, and quarantined rows are restored",
  "purge: secrets": UNOPENED_PAGE,
  "purge: credentials": "a deleted tenant's pages are closed and refunds issued with its credentials",
  "sendEmail: queue:send": QUOTA_USED_UP,
  "sendTenantEmail: queue:send": QUOTA_USED_UP,
  "purgeFiles: table:write": "another message continues the work when the time is up",
  "planCrowdedDeliveries: table:write": `${MANY_EVENTS}: the deliveries of each endpoint are recorded`,
  "planCrowdedDeliveries: queue:send": `${MANY_EVENTS}: the senders get messages`,
  "deliverSlowWebhooks: table:write": SLOW,
  "deliverSlowWebhooks: queue:send": SLOW,
  "deliverSlowWebhooks: secrets": SLOW,
  "sendNewsletter: queue:send": "another message continues a part when the time is up or SES throttles",
  "answerVisitor: table:write": "an answer that the visitor's request did not give is stored",
  "answerVisitor: secrets": "a list with more content than is read seals its cursor",
  "answerVisitor: ai:invoke": "the model is asked for an answer that the visitor's request did not give",
  "processDueImports: media:write": "the file of an abandoned import is deleted",
  "publishStep: media:read": "files are read for networks that take their bytes",
  "processDuePublications: queue:send": "a due publication gets a message",
  "tendSums: secrets": "records of older stores are indexed by a keyed hash of the email address",
  "forgetFiled: media:write": LABEL_DELETED,
  "indexReservation: secrets": "a booking without a customer is indexed by a keyed hash of the email address",
};

/** Unused actions within a grant, and why they are needed. */
export const ALLOWED_UNUSED_ACTIONS: Readonly<Record<string, string>> = {
  "s3:AbortMultipartUpload": "an upload that fails after some parts is aborted, so that nothing is left",
};
