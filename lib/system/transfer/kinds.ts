import { entities } from "#core/dynamo/entity.ts";
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
  list_row: RECKONED,
  subscription: PLATFORM,
  sandbox_billing: PLATFORM,
  tenant_plan: PLATFORM,
};

/** Whether an item of a store stays behind. The store itself and its members have lines of their own. */
export function isLeftOut({ _t, feature }: Item): boolean {
  return _t === "tenant" || _t in LEFT_OUT || (_t === "usage" && feature === "members");
}

/** Kinds of records of a store that stay as they are when it is put back as it was, besides what left the house. */
const STAYS: ReadonlySet<string> = new Set([
  ...Object.keys(LEFT_OUT).filter((kind) => LEFT_OUT[kind] !== SECRET),
  // How an endpoint fares, what was told, numbers that were given, and who wants no more mail.
  "webhook_endpoint",
  "event",
  "order_counter",
  "mail_stats",
  "withdrawn_address",
]);

/** Whether an item of a store stays as it is when the store is put back as it was. */
export function isKeptOnRestore({ feature }: Record<string, unknown>, kind: string): boolean {
  const isOutward = entities().some(({ name, outward }) => name === kind && outward);
  return isOutward || STAYS.has(kind) || (kind === "usage" && feature === "members");
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
