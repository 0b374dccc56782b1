import type { person } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { GENERAL } from "#core/errors.ts";
import {
  type ApiToken,
  apiTokens,
  isSessionValid,
  type Membership,
  memberships,
  type Session,
  sessionStamps,
  sessions,
} from "#lib/tenancy/access/records.ts";
import type { Person } from "./schema.ts";
import { people } from "./table.ts";

/** A person with their memberships and credentials. */
export interface PersonSnapshot {
  person: Stored<Person>;
  memberships: Stored<Membership>[];
  /** Of tokens and sessions, only the valid ones. */
  tokens: Stored<ApiToken>[];
  sessions: Stored<Session>[];
}

/** Reads a person; throws GENERAL.UNAUTHENTICATED if there is none, since no session outlives its person. */
export async function getPersonSnapshot(id: string, now: number): Promise<PersonSnapshot> {
  const items = await partitionOf(id);
  const of = (kind: string) => items.filter((item) => item._t === kind);
  const [found] = of(people.name);
  if (!found) throw GENERAL.UNAUTHENTICATED();
  const [stamped] = of(sessionStamps.name);
  const stamp = stamped && sessionStamps.parse(stamped);
  const isLater = (at: number | null) => at === null || at > now;
  return {
    person: people.parse(found),
    memberships: of(memberships.name).map((item) => memberships.parse(item)),
    tokens: of(apiTokens.name)
      .map((item) => apiTokens.parse(item))
      .filter(({ status, expires_at }) => status === "active" && isLater(expires_at)),
    sessions: of(sessions.name)
      .map((item) => sessions.parse(item))
      .filter((session) => isSessionValid(session, stamp) && isLater(session.refresh_expires_at)),
  };
}

/** What the caller may see of their own account. A store-scoped session sees only that store and itself. */
export function snapshotVisibleTo(
  { storeId, credentialId }: ReturnType<typeof person>,
  snapshot: PersonSnapshot,
): PersonSnapshot {
  if (storeId === undefined) return snapshot;
  const { business_user_configs: configs, ...rest } = snapshot.person;
  return {
    person: { ...rest, business_user_configs: configs.filter(({ businessId }) => businessId === storeId) },
    memberships: snapshot.memberships.filter(({ tenant_id }) => tenant_id === storeId),
    tokens: [],
    sessions: snapshot.sessions.filter(({ id }) => id === credentialId),
  };
}

async function partitionOf(id: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(people.partition({ id }), { consistent: true, after });
    all.push(...page.items);
    after = page.after;
  } while (after);
  return all;
}
