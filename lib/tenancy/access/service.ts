// Says of each request who calls and what they may do: sessions, API tokens, visitors' sessions, memberships.
import type { Door } from "#core/http/door.ts";
import { authenticate, credentialOf } from "./authenticate.ts";
import { authorize, may } from "./authorize.ts";
import { guardsFor } from "./guards.ts";
import { stampLastUse } from "./last-use.ts";

/** The door of every operation, without the secrets that other domains give out. */
export const door: Omit<Door, "secretOf"> = {
  authenticate: ({ needs }, headers, tenantId, now) =>
    authenticate(needs === "none" ? undefined : credentialOf(headers), tenantId, now),
  authorize,
  may,
  guards: guardsFor,
  used: stampLastUse,
};
