import * as z from "zod";
import { snakeCase } from "#core/http/spelling-schema.ts";
import { CountryCode } from "#core/places/country-schema.ts";
import { PhoneText } from "#core/places/phone-schema.ts";
import { storedState } from "#core/places/states.ts";

const AddressPart = z.string().nullable();

/** A postal address; missing parts are null. */
export const PostalAddress = z.object({
  name: AddressPart,
  company: AddressPart,
  street1: AddressPart,
  street2: AddressPart,
  city: AddressPart,
  state: AddressPart,
  postal_code: AddressPart,
  country: AddressPart,
  phone: AddressPart,
  email: AddressPart,
});
export type PostalAddress = z.output<typeof PostalAddress>;

const AddressText = z.string().trim().max(200).nullish();

/** A sent address: any part may be missing, and `postalCode` means `postal_code`. */
export const PostalAddressInput = z.preprocess(
  snakeCase,
  z
    .object({
      name: AddressText,
      company: AddressText,
      street1: AddressText,
      street2: AddressText,
      city: AddressText,
      state: AddressText,
      postal_code: AddressText,
      country: CountryCode.nullish(),
      phone: PhoneText.nullish(),
      email: AddressText,
    })
    .transform(
      (sent): PostalAddress => ({
        name: sent.name || null,
        company: sent.company || null,
        street1: sent.street1 || null,
        street2: sent.street2 || null,
        city: sent.city || null,
        state: storedState(sent.country, sent.state),
        postal_code: sent.postal_code || null,
        country: sent.country || null,
        phone: sent.phone || null,
        email: sent.email || null,
      }),
    ),
);
