import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { providers, providerWorkers } from "./booking/providers/routes.ts";
import {
  businessReservations,
  reservationPages,
  reservations,
  reservationWorkers,
} from "./booking/reservations/routes.ts";
import { schedules } from "./booking/schedules/routes.ts";
import { services, serviceWorkers } from "./booking/services/routes.ts";
import { carts, cartWorkers, storefrontCarts } from "./commerce/carts/routes.ts";
import { inventoryWorkers } from "./commerce/inventory/routes.ts";
import { locations } from "./commerce/locations/routes.ts";
import { orderPages, orders, storefrontOrders } from "./commerce/orders/routes.ts";
import { orderWorkers } from "./commerce/orders/workers.ts";
import { products, productTransfers, productWorkers } from "./commerce/products/routes.ts";
import {
  orderShipping,
  publicShipping,
  shippingProviders,
  shippingWorkers,
} from "./commerce/shipping/routes.ts";
import { collections } from "./content/collections/routes.ts";
import { entries, entryWorkers } from "./content/entries/routes.ts";
import { forms, formWorkers, storefrontForms } from "./content/forms/routes.ts";
import {
  businessCollections,
  businessEntries,
  entryTypes,
  legacyContentWorkers,
} from "./content/legacy-content/routes.ts";
import { businessMedia, media, mediaWorkers } from "./content/media/routes.ts";
import { nodes, nodeWorkers } from "./content/nodes/routes.ts";
import { taxonomies, taxonomyWorkers } from "./content/taxonomies/routes.ts";
import { businessEvents, eventWorkers, storeEvents } from "./delivery/activity/routes.ts";
import { mailReports, mailWorkers } from "./delivery/mail/routes.ts";
import { newsletterSends, newsletters, newsletterWorkers } from "./delivery/newsletters/routes.ts";
import { webhooks, webhookTests, webhookWorkers } from "./delivery/webhooks/routes.ts";
import { comments } from "./engagement/comments/routes.ts";
import { publications, socialAccounts, socialCallbacks, socialWorkers } from "./engagement/social/routes.ts";
import {
  conversations,
  supportAgents,
  supportInbox,
  supportWidget,
  supportWorkers,
} from "./engagement/support/routes.ts";
import { markets } from "./money/markets/routes.ts";
import {
  businessPayments,
  paymentProviders,
  paymentReturns,
  payments,
  paymentWorkers,
} from "./money/payments/routes.ts";
import { promoCodes } from "./money/promo-codes/routes.ts";
import { plans, subscriptions, subscriptionWorkers } from "./money/subscriptions/routes.ts";
import { figures } from "./system/figures/routes.ts";
import { platform, platformWorkers, service } from "./system/platform/routes.ts";
import { platformData, platformDataWorkers } from "./system/platform-data/routes.ts";
import { scripts } from "./system/scripts/routes.ts";
import { setup } from "./system/setup/routes.ts";
import { sumWorkers } from "./system/sums/routes.ts";
import { today } from "./system/today/routes.ts";
import { accounts } from "./tenancy/accounts/routes.ts";
import { auth, storeAuth, wellKnown } from "./tenancy/auth/routes.ts";
import { businesses } from "./tenancy/businesses/routes.ts";
import { customers, customerWorkers } from "./tenancy/customers/routes.ts";
import { invitations, members, openInvitations } from "./tenancy/members/routes.ts";
import { contacts, storefrontAccount, storefronts } from "./tenancy/storefront/routes.ts";
import { stores } from "./tenancy/stores/routes.ts";
import { accountPages, userAliases, users, userWorkers } from "./tenancy/users/routes.ts";

const routeTables: Record<string, Operation>[] = [
  auth,
  storeAuth,
  accounts,
  users,
  accountPages,
  userAliases,
  members,
  invitations,
  openInvitations,
  stores,
  businesses,
  storefrontAccount,
  storefronts,
  contacts,
  customers,
  forms,
  storefrontForms,
  taxonomies,
  collections,
  entries,
  nodes,
  businessCollections,
  businessEntries,
  entryTypes,
  webhooks,
  webhookTests,
  businessEvents,
  storeEvents,
  newsletters,
  newsletterSends,
  mailReports,
  media,
  businessMedia,
  services,
  providers,
  schedules,
  reservations,
  businessReservations,
  payments,
  paymentReturns,
  businessPayments,
  paymentProviders,
  plans,
  subscriptions,
  promoCodes,
  storefrontCarts,
  carts,
  orders,
  storefrontOrders,
  orderPages,
  reservationPages,
  orderShipping,
  shippingProviders,
  publicShipping,
  markets,
  supportAgents,
  conversations,
  supportInbox,
  today,
  setup,
  figures,
  locations,
  products,
  productTransfers,
  socialAccounts,
  publications,
  comments,
  socialCallbacks,
  supportWidget,
  platform,
  platformData,
  scripts,
  service,
  wellKnown,
];

const workerTables: Record<string, Worker>[] = [
  reservationWorkers,
  serviceWorkers,
  providerWorkers,
  paymentWorkers,
  subscriptionWorkers,
  cartWorkers,
  orderWorkers,
  shippingWorkers,
  platformWorkers,
  platformDataWorkers,
  mailWorkers,
  formWorkers,
  legacyContentWorkers,
  taxonomyWorkers,
  entryWorkers,
  nodeWorkers,
  mediaWorkers,
  webhookWorkers,
  eventWorkers,
  newsletterWorkers,
  userWorkers,
  supportWorkers,
  productWorkers,
  socialWorkers,
  inventoryWorkers,
  sumWorkers,
  customerWorkers,
];

/** All operations, in the order of the reference. */
export const operations: readonly Operation[] = routeTables.flatMap((table) => Object.values(table));

/** All workers: functions that no HTTP request starts. */
export const workers: readonly Worker[] = workerTables.flatMap((table) => Object.values(table));
