import { type Context, person } from "#core/context.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { enqueue } from "#core/events.ts";
import { Purge } from "#core/queue/purge.ts";
import { sideBySide } from "#core/side-by-side.ts";
import {
  type ApiToken,
  apiKeys,
  apiTokens,
  type Membership,
  memberships,
  sessions,
  tombstones,
} from "#lib/tenancy/access/records.ts";
import { deletionWrites } from "#lib/tenancy/tenants/delete-tenant.ts";
import { getTenant } from "#lib/tenancy/tenants/service.ts";
import { ACCOUNT } from "./errors.ts";
import { findOtherOwner, isOnlyMember, leaveWrites } from "./members.ts";
import { getPersonSnapshot, type PersonSnapshot } from "./person-snapshot.ts";
import { isTenantRole } from "./roles.ts";
import { identities, passwords, people, personEmails, registrations } from "./table.ts";

/** Sessions or tokens ended in one transaction. */
const BATCH_SIZE = 40;

/**
 * Deletes the caller: first all memberships, with the tenants that have no other member, then credentials,
 * then the record. The rest is deleted in the background. Safe to repeat after an interruption.
 *
 * @throws ACCOUNT.LAST_OWNER before any change, naming the tenants that would be left without an owner
 */
export async function deleteAccount(ctx: Context): Promise<void> {
  const me = await getPersonSnapshot(person(ctx).id, ctx.now());
  const affiliations = await affiliationsOf(me);
  const own = await tenantsOwnedAlone(
    ctx,
    affiliations.filter(({ alive }) => alive).map(({ membership }) => membership),
  );
  for (const { membership, alive } of affiliations) {
    const closes = own.has(membership.tenant_id) ? await deletionWrites(ctx, membership.tenant_id) : [];
    const leaves = alive && closes.length === 0;
    const writes = leaves ? await leaveWrites(ctx, membership) : [...closes, memberships.remove(membership)];
    await transact(ctx, writes);
  }
  for (const writes of chunks(credentialWrites(me))) await transact(ctx, writes);
  await transact(ctx, [
    ...personWrites(me),
    enqueue(ctx, Purge, { kind: "person", person_id: me.person.id }),
  ]);
}

/**
 * Writes that delete items outside a person's partition, by the name of the job in the entities' deletion rules.
 * `item` is a raw item of the partition, by which they are found.
 */
export const PERSON_JOBS: Record<string, (item: Record<string, unknown>) => Write[]> = {
  keys: (item) => (item._t === apiTokens.name ? endKey(apiTokens.parse(item)) : []),
  emails: (item) => {
    const email = item._t === people.name ? people.parse(item).email : null;
    return email === null ? [] : emailWrites(email);
  },
  identities: (item) =>
    item._t === people.name
      ? people.parse(item).identities.map(({ subject }) => identities.removeKey({ subject }))
      : [],
};

// A tenant under deletion, and the platform itself, need no owner.
async function affiliationsOf(me: PersonSnapshot) {
  return sideBySide(
    me.memberships.map(async (membership) => {
      const { tenant_id, role } = membership;
      const alive = isTenantRole(role) && (await tombstones.find({ tenant_id })) === undefined;
      return { membership, alive };
    }),
  );
}

/** The owned tenants without another member; throws if other members would be left without an owner. */
async function tenantsOwnedAlone(ctx: Context, all: Membership[]): Promise<Set<string>> {
  const owned = all.filter(({ role }) => role === "owner");
  const own = new Set<string>();
  const shared: string[] = [];
  for (const { tenant_id, person_id } of owned) {
    if (await findOtherOwner(tenant_id, person_id)) continue;
    if (await isOnlyMember(tenant_id, person_id)) own.add(tenant_id);
    else shared.push(tenant_id);
  }
  if (shared.length === 0) return own;
  const tenants = await sideBySide(shared.map((id) => getTenant(ctx, id)));
  throw ACCOUNT.LAST_OWNER({
    stores: tenants.map(({ key }) => key).join(", "),
    validationErrors: tenants.map(({ id, key }) => ({
      field: `memberships.${id}`,
      message: `has no other owner (${key})`,
      error: "ACCOUNT.LAST_OWNER",
    })),
  });
}

function credentialWrites(me: PersonSnapshot): Write[] {
  const { id } = me.person;
  return [
    ...me.sessions.map((session) => sessions.removeKey({ person_id: id, id: session.id })),
    ...me.tokens.flatMap((token) => [apiTokens.removeKey({ person_id: id, id: token.id }), ...endKey(token)]),
  ];
}

function personWrites({ person: me }: PersonSnapshot): Write[] {
  const { email } = me;
  return [
    people.remove(me),
    ...(email === null ? [] : emailWrites(email)),
    ...me.identities.map(({ subject }) => identities.removeKey({ subject })),
  ];
}

function endKey({ hash, origin }: Pick<ApiToken, "hash" | "origin">): Write[] {
  return origin === "supplied" ? [apiKeys.removeKey({ hash })] : [];
}

function emailWrites(email: string): Write[] {
  return [
    personEmails.removeKey({ email }),
    passwords.removeKey({ email }),
    registrations.removeKey({ email }),
  ];
}

function chunks(writes: Write[]): Write[][] {
  return Array.from({ length: Math.ceil(writes.length / BATCH_SIZE) }, (_, index) =>
    writes.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}
