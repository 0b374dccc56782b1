// Accounts, sign-in, sessions, members and invitations.

import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/read.ts";
import type { Person } from "./schema.ts";
import { people } from "./table.ts";

/** The email address of a person; empty without one. */
export async function emailOf(personId: string): Promise<string> {
  const found = await people.find({ id: personId });
  return found?.email ?? "";
}

/** The read of a person, for a batch with others. */
export function personRead(personId: string): Read<Stored<Person>> {
  return people.read({ id: personId });
}
