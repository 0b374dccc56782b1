import { isSealedCredential } from "#core/seal.ts";
import type { Item } from "./format.ts";

const SECRET = "holds a secret";
const SIGN_IN = "signs somebody in";
const RUNNING = "is work of a moment";
const RECKONED = "is reckoned anew where it comes";
const PLATFORM = "is between the store and its platform";

/** Kinds of records of a store that an export leaves out, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  payment_credential: SECRET,
  payment_callbacks: SECRET,
  shipping_provider: SECRET,
  social_credential: SECRET,
  social_sign_in: SECRET,
  webhook_endpoint: SECRET,
  contact_session: SIGN_IN,
  invitation: SIGN_IN,
  open_invitation: SIGN_IN,
  webhook_delivery: RUNNING,
  webhook_attempt: RUNNING,
  media_upload: RUNNING,
  build: RUNNING,
  tenant_import: RUNNING,
  sum_head: RECKONED,
  sum_mark: RECKONED,
  sum: RECKONED,
  subscription: PLATFORM,
  sandbox_billing: PLATFORM,
  tenant_plan: PLATFORM,
};

/** Whether an item of a store stays behind. The store itself and its members have lines of their own. */
export function isLeftOut({ _t, feature }: Item): boolean {
  return _t === "tenant" || _t in LEFT_OUT || (_t === "usage" && feature === "members");
}

/** Refuses an item with a sealed credential in it: none may leave, and elsewhere nothing could open it. */
export function refuseSealed(item: Item): void {
  const field = Object.keys(item).find((name) => holdsSealed(item[name]));
  if (field === undefined) return;
  throw new Error(
    `The ${item._t} ${item.sk} holds a credential in ${field} while it is being worked on. Try again in a minute.`,
  );
}

function holdsSealed(value: unknown): boolean {
  if (typeof value === "string") return isSealedCredential(value) || /"(c1|sealed):[\w-]{38,}"/.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSealed);
}
