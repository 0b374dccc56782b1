import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { accounts } from "./accounts/routes.ts";
import { auth, storeAuth, wellKnown } from "./auth/routes.ts";
import { businesses } from "./businesses/routes.ts";
import { collections } from "./collections/routes.ts";
import { entries, entryWorkers } from "./entries/routes.ts";
import { businessEvents, eventWorkers } from "./events/routes.ts";
import { forms, formWorkers, storefrontForms } from "./forms/routes.ts";
import {
  businessCollections,
  businessEntries,
  entryTypes,
  legacyContentWorkers,
} from "./legacy-content/routes.ts";
import { mailWorkers } from "./mail/routes.ts";
import { markets } from "./markets/routes.ts";
import { businessMedia, media, mediaWorkers } from "./media/routes.ts";
import { invitations, members } from "./members/routes.ts";
import { newsletterSends, newsletters, newsletterWorkers } from "./newsletters/routes.ts";
import { nodes, nodeWorkers } from "./nodes/routes.ts";
import { notifications, notificationWorkers } from "./notifications/routes.ts";
import { businessPayments, payments, paymentWorkers } from "./payments/routes.ts";
import { platform, platformWorkers, service } from "./platform/routes.ts";
import { promoCodes } from "./promo-codes/routes.ts";
import { providers, providerWorkers } from "./providers/routes.ts";
import { businessReservations, reservations, reservationWorkers } from "./reservations/routes.ts";
import { schedules } from "./schedules/routes.ts";
import { services, serviceWorkers } from "./services/routes.ts";
import { storefrontAccount } from "./storefront/routes.ts";
import { stores } from "./stores/routes.ts";
import { taxonomies, taxonomyWorkers } from "./taxonomies/routes.ts";
import { userAliases, users, userWorkers } from "./users/routes.ts";
import { webhooks, webhookTests, webhookWorkers } from "./webhooks/routes.ts";

const pages: Record<string, Operation>[] = [
  auth,
  storeAuth,
  accounts,
  users,
  userAliases,
  members,
  invitations,
  stores,
  businesses,
  storefrontAccount,
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
  newsletters,
  newsletterSends,
  notifications,
  media,
  businessMedia,
  services,
  providers,
  schedules,
  reservations,
  businessReservations,
  payments,
  businessPayments,
  promoCodes,
  markets,
  platform,
  service,
  wellKnown,
];

const shifts: Record<string, Worker>[] = [
  reservationWorkers,
  serviceWorkers,
  providerWorkers,
  paymentWorkers,
  platformWorkers,
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
  notificationWorkers,
  userWorkers,
];

/** Every operation of the API, in the order of the reference page. */
export const operations: readonly Operation[] = pages.flatMap((page) => Object.values(page));

/** Every function that no HTTP request starts. */
export const workers: readonly Worker[] = shifts.flatMap((shift) => Object.values(shift));
