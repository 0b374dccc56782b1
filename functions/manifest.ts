import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { accounts } from "./accounts/routes.ts";
import { auth, storeAuth, wellKnown } from "./auth/routes.ts";
import { businesses } from "./businesses/routes.ts";
import { forms, formWorkers, storefrontForms } from "./forms/routes.ts";
import { mailWorkers } from "./mail/routes.ts";
import { platform, platformWorkers, service } from "./platform/routes.ts";
import { storefrontAccount } from "./storefront/routes.ts";
import { stores } from "./stores/routes.ts";

const pages: Record<string, Operation>[] = [
  auth,
  storeAuth,
  accounts,
  stores,
  businesses,
  storefrontAccount,
  forms,
  storefrontForms,
  platform,
  service,
  wellKnown,
];

const shifts: Record<string, Worker>[] = [platformWorkers, mailWorkers, formWorkers];

/** Every operation of the API, in the order of the reference page. */
export const operations: readonly Operation[] = pages.flatMap((page) => Object.values(page));

/** Every function that no HTTP request starts. */
export const workers: readonly Worker[] = shifts.flatMap((shift) => Object.values(shift));
