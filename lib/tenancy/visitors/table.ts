import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { VISITOR_EVENTS } from "./events.ts";
import { Contact, ContactView } from "./schema.ts";

export const contacts = entity({
  name: "contact",
  schema: Contact,
  pk: "TENANT#{store_id}#CONTACT#{id%8}",
  sk: "{id}",
  indexes: { due: "CONTACT#{id%8}", due_at: "{updated_at}#{id}" },
  // Whose address was never proven is forgotten in time.
  indexedIf: ({ verified }) => !verified,
  tenant: "store_id",
  announces: { events: VISITOR_EVENTS, shows: ContactView },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Names the one contact that proved an address, the newest or an earlier one; unproven addresses are nobody's. */
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
