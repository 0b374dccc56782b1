import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { DAY } from "#core/seconds.ts";
import type { Person } from "./schema.ts";
import { people, personEmails, registrations } from "./table.ts";

/** Seconds after the last use until a guest is deleted: a month longer than a guest's session. */
export const GUEST_SECONDS = 37 * DAY;

/** A new person; without an email address, a guest. */
export function newPerson(ctx: Context, email: string | null, more: Partial<Person> = {}): Person {
  const now = ctx.now();
  return {
    id: newId("acc", ctx.clock()),
    email,
    is_confirmed: email !== null,
    name: "",
    phone_numbers: [],
    verified_phones: [],
    addresses: [],
    business_user_configs: [],
    identities: [],
    last_login_at: now,
    onboarding_completed: false,
    session_epoch: 0,
    expires_at: email === null ? now + GUEST_SECONDS : null,
    created_at: now,
    updated_at: now,
    ...more,
  };
}

/**
 * The person of an email address that was just proven. The writes create the person, or change it by `change`. An
 * unconfirmed registration of the address is deleted with its password: whoever typed it proved nothing.
 */
export async function provenPerson(
  ctx: Context,
  email: string,
  change: (person: Person) => Person = (person) => person,
): Promise<{ person: Person; writes: Write[] }> {
  const known = await findPersonByEmail(email);
  const now = ctx.now();
  if (known) {
    const person = change({ ...known, is_confirmed: true, last_login_at: now, updated_at: now });
    return { person, writes: [people.replace(known, person)] };
  }
  const person = change(newPerson(ctx, email));
  return {
    person,
    writes: [
      people.create(person),
      personEmails.create({ email, person_id: person.id }),
      registrations.removeKey({ email }),
    ],
  };
}

export async function findPersonByEmail(email: string): Promise<Stored<Person> | undefined> {
  const owner = await personEmails.find({ email });
  return owner && people.find({ id: owner.person_id });
}
