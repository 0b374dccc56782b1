import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { VISITOR_EVENTS } from "./events.ts";
import { Contact } from "./schema.ts";

export const contacts = entity({
  name: "contact",
  schema: Contact,
  pk: "TENANT#{store_id}#CONTACT#{id%8}",
  sk: "{id}",
  indexes: { due: "CONTACT#{id%8}", due_at: "{updated_at}#{id}" },
  // Whose address was never proven is forgotten in time.
  indexedIf: ({ verified }) => !verified,
  tenant: "store_id",
  announces: { events: VISITOR_EVENTS },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Names the one contact whose address is proven; unproven addresses are nobody's. */
export const contactEmails = entity({
  name: "contact_email",
  schema: z.object({ store_id: z.string(), email: z.string(), contact_id: z.string() }),
  pk: "TENANT#{store_id}#CONTACT_EMAIL",
  sk: "{email}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});
