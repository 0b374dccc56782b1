import { cutText } from "#core/cut-text.ts";
import { EmailAddress, sameAddress } from "#core/mail/address-schema.ts";
import type { ReservationBlock } from "#lib/booking/bookables/bookable-schema.ts";
import { customerIdOf, personCardId } from "#lib/tenancy/visitors/card-id.ts";

export interface Customer {
  email: string | null;
  name: string | null;
}

/** Reads email address and name from FORM blocks, whose values are objects of fields, or fields with a key each. */
export function customerIn(blocks: readonly ReservationBlock[]): Customer {
  const fields = new Map<string, string>();
  for (const block of blocks) {
    if (block.type?.toUpperCase() !== "FORM") continue;
    for (const [key, value] of fieldsOf(block.value.length > 0 ? block.value : block.properties)) {
      if (typeof value === "string" && value.trim())
        fields.set(key.toLowerCase(), cutText(value.trim(), 200));
    }
  }
  const { data: email } = EmailAddress.safeParse(fields.get("email"));
  const name =
    [fields.get("firstname"), fields.get("lastname")].filter(Boolean).join(" ") || fields.get("name");
  return { email: email ?? null, name: name ?? null };
}

/** Email address and name from the checkout, else from its blocks. The account gives only a missing email address. */
export function customerOf(
  {
    email,
    name,
    blocks = [],
  }: { email?: string | undefined; name?: string | undefined; blocks?: ReservationBlock[] | undefined },
  account: { email: string | null } | undefined,
): Customer {
  const written = customerIn(blocks);
  return { email: email ?? written.email ?? account?.email ?? null, name: name ?? written.name };
}

/** Id of a booking's customer: by the email address, else by the person; null if neither is known. */
export function customerIdOfBooking(
  storeId: string,
  email: string | null,
  personId: string | null,
): Promise<string | null> {
  if (email === null && personId !== null) return personCardId(storeId, personId);
  return customerIdOf(storeId, { email });
}

/** The customer's email address and name in the new blocks, if the old blocks did not have them. */
export function newCustomerIn(
  blocks: readonly ReservationBlock[],
  before: readonly ReservationBlock[],
): Partial<Customer> {
  const [is, was] = [customerIn(blocks), customerIn(before)];
  return {
    ...(is.email && !(was.email && sameAddress(is.email, was.email)) ? { email: is.email } : {}),
    ...(is.name && is.name !== was.name ? { name: is.name } : {}),
  };
}

function fieldsOf(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) return Object.entries(value);
  return value.flatMap((item: unknown): [string, unknown][] => {
    if (typeof item !== "object" || item === null) return [];
    if ("key" in item && "value" in item) return typeof item.key === "string" ? [[item.key, item.value]] : [];
    return Object.entries(item);
  });
}
