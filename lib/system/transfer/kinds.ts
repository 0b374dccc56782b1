import { entities } from "#core/dynamo/entity.ts";
import { isSealedCredential } from "#core/seal.ts";
import type { Item } from "./format.ts";

const SECRET = "holds a secret";
const SIGN_IN = "signs somebody in";
const TEMPORARY = "is work of a moment";
const RECOMPUTED = "is computed anew after the import";
const PLATFORM = "is between the store and its platform";

/** Kinds of a store's records that are not exported, and why. */
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
  webhook_delivery: TEMPORARY,
  webhook_attempt: TEMPORARY,
  media_upload: TEMPORARY,
  build: TEMPORARY,
  tenant_import: TEMPORARY,
  sum_head: RECOMPUTED,
  sum_mark: RECOMPUTED,
  sum: RECOMPUTED,
  list_row: RECOMPUTED,
  subscription: PLATFORM,
  sandbox_billing: PLATFORM,
  tenant_plan: PLATFORM,
};

/** Whether an export omits a record. The store and its members have lines of their own. */
export function isLeftOut({ _t, feature }: Item): boolean {
  return _t === "tenant" || _t in LEFT_OUT || (_t === "usage" && feature === "members");
}

/** Kinds of records that a restore does not change, beside those marked `outward`. */
const KEPT_ON_RESTORE: ReadonlySet<string> = new Set([
  ...Object.keys(LEFT_OUT).filter((kind) => LEFT_OUT[kind] !== SECRET),
  // Endpoint states, announced events, used numbers, mail counts and addresses of deleted customers.
  "webhook_endpoint",
  "event",
  "order_counter",
  "mail_stats",
  "withdrawn_address",
]);

/** Whether a restore leaves a record as it is. */
export function isKeptOnRestore({ feature }: Record<string, unknown>, kind: string): boolean {
  const isOutward = entities().some(({ name, outward }) => name === kind && outward);
  return isOutward || KEPT_ON_RESTORE.has(kind) || (kind === "usage" && feature === "members");
}

/** Refuses a record with an encrypted credential, which no other deployment could decrypt. */
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
