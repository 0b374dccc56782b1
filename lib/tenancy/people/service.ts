// Accounts, sign-in, sessions, members and invitations.

import type { Stored } from "#core/dynamo/entity.ts";
import type { Read } from "#core/dynamo/read.ts";
import type { Person } from "./schema.ts";
import { people } from "./table.ts";

/** The address of a person, empty for one without. */
export async function emailOf(personId: string): Promise<string> {
  const found = await people.find({ id: personId });
  return found?.email ?? "";
}

/** The read of a person, to be made together with others. */
export function personRead(personId: string): Read<Stored<Person>> {
  return people.read({ id: personId });
}
