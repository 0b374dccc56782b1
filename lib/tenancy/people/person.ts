import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { DAY } from "#core/seconds.ts";
import type { Person } from "./schema.ts";
import { people, personEmails, registrations } from "./table.ts";

/** Seconds that a guest is known after its last sign-in or refresh: a month longer than any session of its own. */
export const GUEST_KEPT = 37 * DAY;

/** A person as it begins; without an address it is a guest. */
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
    expires_at: email === null ? now + GUEST_KEPT : null,
    created_at: now,
    updated_at: now,
    ...more,
  };
}

/**
 * The person of an address that has just been proven: the writes make the person, or change it as `change` says.
 *
 * A registration of the address that nobody confirmed is discarded with its password: whoever typed it did not prove
 * anything.
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

/** The person of an address, or `undefined`. */
export async function findPersonByEmail(email: string): Promise<Stored<Person> | undefined> {
  const owner = await personEmails.find({ email });
  return owner && people.find({ id: owner.person_id });
}
