import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { Person } from "./schema.ts";

export const people = entity({
  name: "person",
  schema: Person,
  pk: "PERSON#{id}",
  sk: "PERSON",
  deletion: { tenant: "unaffected", person: "partition" },
});

/** Makes an address one person's. */
export const personEmails = entity({
  name: "person_email",
  schema: z.object({ email: z.string(), person_id: z.string() }),
  pk: "EMAIL#{email}",
  sk: "EMAIL",
  deletion: { tenant: "unaffected", person: { job: "person-emails" } },
});
