import { defineErrors } from "#core/errors.ts";

export const CONTACT = defineErrors("CONTACT", {
  EMAIL_TAKEN: [
    409,
    "There is a customer with the address {email} already. Use that one: `reason` is its id.",
  ],
  MERGE_OPENS_ACCESS: [
    409,
    "A person who proves an address of that customer would see all of this one: {addresses}. Send open_access to join them all the same.",
  ],
  MERGED: [409, "This customer cannot be used now: {why}."],
});

/** Seconds after which a merge has usually moved all records. */
const MERGE_SECONDS = 10;

export function mergedInto(id: string) {
  return CONTACT.MERGED({
    why: "it was joined into another one. Use that one, whose id is `reason`",
    reason: id,
  });
}

export function stillMerging(id: string) {
  const why = "what was joined into it still moves. Try again in some seconds";
  return CONTACT.MERGED({ why, reason: id, retryAfter: MERGE_SECONDS });
}
