import { sameAddress } from "#core/mail/address-schema.ts";
import { withConsents } from "./consents.ts";
import { MAX_ADDRESSES, MAX_NOTES, MAX_TAGS, uniqueTags } from "./customer-schema.ts";
import type { Contact } from "./schema.ts";

/** Most merged customers whose ids the surviving one stores. */
const MAX_MERGED = 100;

/** The surviving contact of a merge by staff, which a worker has to finish. */
export function mergedContact(now: number, into: Contact, gone: Contact): Contact {
  const joined = joinedContact(into, gone);
  return {
    ...joined,
    other_emails: otherAddresses(into, gone),
    is_customer: true,
    merged_ids: [...joined.merged_ids, gone.id].slice(-MAX_MERGED),
    merging_ids: [...into.merging_ids, gone.id],
    updated_at: now,
  };
}

/** A contact and what is known of another one: missing values come from the other one, and lists are combined. */
export function joinedContact(into: Contact, gone: Contact): Contact {
  const proven = gone.verified ? gone : { ...gone, email: null };
  return {
    ...into,
    name: into.name ?? gone.name,
    named_at: into.name === null ? gone.named_at : into.named_at,
    phone: into.phone ?? gone.phone,
    language: into.language ?? gone.language,
    other_emails: otherAddresses(into, proven),
    tags: uniqueTags([...into.tags, ...gone.tags]).slice(0, MAX_TAGS),
    notes: [...into.notes, ...gone.notes]
      .toSorted((one, other) => one.created_at - other.created_at)
      .slice(-MAX_NOTES),
    addresses: [...into.addresses, ...gone.addresses].slice(0, MAX_ADDRESSES),
    consents: withConsents(into.consents, gone.consents),
    last_seen_at: latestTime(into.last_seen_at, gone.last_seen_at),
    last_order_at: latestTime(into.last_order_at, gone.last_order_at),
    has_orders: into.has_orders || gone.has_orders,
    merged_ids: [...into.merged_ids, ...gone.merged_ids].slice(-MAX_MERGED),
  };
}

/** What is left of a merged contact: a reference to the surviving one, without personal data. */
export function mergedAwayContact(now: number, gone: Contact, into: string): Contact {
  return {
    ...gone,
    ...{ name: null, named_at: null, phone: null, email: null, other_emails: [], last_seen_at: null },
    ...{
      tags: [],
      notes: [],
      addresses: [],
      consents: [],
      visit_ids: [],
      merged_ids: [],
      merging_ids: [],
      spent: {},
    },
    is_customer: false,
    merged_into_contact_id: into,
    joined_at: now,
    updated_at: now,
  };
}

function otherAddresses(into: Contact, gone: Contact): Contact["other_emails"] {
  const own = gone.email ? [{ email: gone.email, verified: gone.verified }] : [];
  const all = [...into.other_emails, ...own, ...gone.other_emails];
  // A proven address stays proven.
  const byAddress = Map.groupBy(all, ({ email }) => sameAddress.key(email));
  return [...byAddress.values()].flatMap((same) => {
    const [first] = same.toSorted((one, other) => Number(other.verified) - Number(one.verified));
    const isShown = first && into.email !== null && sameAddress(first.email, into.email);
    return first && !isShown ? [first] : [];
  });
}

function latestTime(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
