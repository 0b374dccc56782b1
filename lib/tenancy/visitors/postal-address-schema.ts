import * as z from "zod";
import { snakeCase } from "#core/http/spelling-schema.ts";
import { CountryCode } from "#core/places/country-schema.ts";
import { PhoneText } from "#core/places/phone-schema.ts";
import { storedState } from "#core/places/states.ts";

const Part = z.string().nullable();

/** A postal address; missing parts are null. */
export const PostalAddress = z.object({
  name: Part,
  company: Part,
  street1: Part,
  street2: Part,
  city: Part,
  state: Part,
  postal_code: Part,
  country: Part,
  phone: Part,
  email: Part,
});
export type PostalAddress = z.output<typeof PostalAddress>;

const Text = z.string().trim().max(200).nullish();

/** A sent address: any part may be missing, and `postalCode` means `postal_code`. */
export const PostalAddressInput = z.preprocess(
  snakeCase,
  z
    .object({
      name: Text,
      company: Text,
      street1: Text,
      street2: Text,
      city: Text,
      state: Text,
      postal_code: Text,
      country: CountryCode.nullish(),
      phone: PhoneText.nullish(),
      email: Text,
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
