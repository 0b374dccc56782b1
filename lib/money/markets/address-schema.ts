import type * as z from "zod";
import { PostalAddress, PostalAddressInput } from "#lib/tenancy/visitors/postal-address-schema.ts";

/** A postal address as the store interface spells it; missing parts are null. */
export const Address = PostalAddress;
export type Address = z.output<typeof Address>;
export const AddressView = Address.pick({
  name: true,
  company: true,
  street1: true,
  street2: true,
  city: true,
  state: true,
  postal_code: true,
  country: true,
  phone: true,
  email: true,
});

/** A postal address as it is sent: any part may be left out, and `postalCode` is accepted for `postal_code`. */
export const AddressInput = PostalAddressInput;
