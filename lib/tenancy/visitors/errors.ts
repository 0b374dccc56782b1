import { defineErrors } from "#core/errors.ts";

export const CONTACT = defineErrors("CONTACT", {
  EMAIL_TAKEN: [409, "There is a customer with the address {email} already."],
  MERGE_OPENS_ACCESS: [
    409,
    "A person who proves an address of that customer would see all of this one: {addresses}. Send open_access to join them all the same.",
  ],
  MERGED: [409, "This customer was joined into another one."],
});
