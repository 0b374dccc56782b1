import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { VISITOR_EVENTS } from "./events.ts";
import { Contact, ContactEvent } from "./schema.ts";
import { isListed } from "./states.ts";

export const SESSION_LIFETIME = 30 * DAY;
/** Seconds without a change after which an unproven visitor is deleted: twice a session. */
const IDLE_SECONDS = 2 * SESSION_LIFETIME;

export const contacts = entity({
  name: "contact",
  schema: Contact,
  pk: "TENANT#{store_id}#CONTACT#{id%8}",
  sk: "{id}",
  indexes: {
    // The contacts that were merged into one, by staff or by a proof.
    child: "TENANT#{store_id}#CONTACT#{merged_into_contact_id}#MERGED",
    due: "CONTACT#{id%8}",
  },
  // Only mere visitors expire.
  due_at: ({ verified, is_card, is_customer, joined_at, has_written, updated_at }) =>
    verified || is_card || is_customer || joined_at !== null || has_written
      ? null
      : updated_at + IDLE_SECONDS,
  counted: true,
  // Visitors who only look are in no list, so that they cost nothing there.
  countedIf: isListed,
  tenant: "store_id",
  announces: { events: VISITOR_EVENTS, shows: ContactEvent },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The contact that proved an address, now or earlier. An unproven address belongs to nobody. */
const ContactEmail = z.object({ store_id: z.string(), email: z.string(), contact_id: z.string() });
export type ContactEmail = z.output<typeof ContactEmail>;

export const contactEmails = entity({
  name: "contact_email",
  schema: ContactEmail,
  pk: "TENANT#{store_id}#CONTACT_EMAIL",
  sk: "{email}",
  indexes: { child: "TENANT#{store_id}#CONTACT#{contact_id}#EMAIL" },
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The hashed address of a deleted contact, or the id of a deleted guest card. */
const WithdrawnAddress = z.object({ store_id: z.string(), hash: z.string(), withdrawn_at: z.int() });

export const withdrawnAddresses = entity({
  name: "withdrawn_address",
  schema: WithdrawnAddress,
  pk: "TENANT#{store_id}#WITHDRAWN_ADDRESS",
  sk: "{hash}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The sale that was recorded as a customer's first. */
export const firstSales = entity({
  name: "first_sale",
  schema: z.object({ store_id: z.string(), customer_id: z.string(), sale_id: z.string() }),
  pk: "TENANT#{store_id}#FIRST_SALE#{customer_id%16}",
  sk: "{customer_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
