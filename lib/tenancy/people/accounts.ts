import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { changedRecord } from "#core/records/record.ts";
import { type ApiToken, PLATFORM_ID } from "#lib/tenancy/access/records.ts";
import { changeTokens } from "./api-tokens.ts";
import { getPersonSnapshot, type PersonSnapshot, snapshotVisibleTo } from "./person-snapshot.ts";
import { type Account, type AccountUpdated, Person, type UpdateAccount } from "./schema.ts";
import { people } from "./table.ts";

export async function getMyAccount(ctx: Context): Promise<Account> {
  const caller = person(ctx);
  return viewAccount(snapshotVisibleTo(caller, await getPersonSnapshot(caller.id, ctx.now())));
}

/** Changes the sent fields, and creates the API tokens that requests in the older form include. */
export async function updateAccount(
  ctx: Context,
  input: z.output<typeof UpdateAccount>,
): Promise<z.output<typeof AccountUpdated>> {
  const me = await getPersonSnapshot(person(ctx).id, ctx.now());
  const { lifecycle, api_tokens = [], ...sent } = input;
  const before = me.person;
  const after = changedRecord(Person, before, sent, {
    onboarding_completed: lifecycle?.onboarding_completed,
    updated_at: ctx.now(),
  });
  const { writes, tokens, created } = changeTokens(ctx, me, api_tokens);
  const account = viewAccount({ ...me, person: after, tokens });
  const made = { newlyCreatedTokens: created, newly_created_tokens: created };
  const answer = { success: true as const, account, ...made };
  return transact(ctx, [people.replace(before, after), ...writes], answer);
}

type VisibleAccount = Omit<PersonSnapshot, "tokens"> & { tokens: ApiToken[] };

/** An account in the store interface, with the lists that older clients read. */
function viewAccount({ person: me, memberships, tokens, sessions }: VisibleAccount): Account {
  return {
    id: me.id,
    email: me.email ?? "",
    name: me.name,
    phone_numbers: me.phone_numbers,
    addresses: me.addresses,
    lifecycle: { last_login_at: me.last_login_at, onboarding_completed: me.onboarding_completed },
    memberships: memberships
      .filter(({ tenant_id }) => tenant_id !== PLATFORM_ID)
      .map(({ tenant_id, role, created_at }) => ({ store_id: tenant_id, role, joined_at: created_at })),
    api_tokens: tokens.map(({ id, name, created_at, expires_at }) => ({ id, name, created_at, expires_at })),
    auth_tokens: sessions.map((session) => ({
      id: session.id,
      created_at: session.created_at,
      last_used_at: session.last_used_at,
      access_expires_at: session.access_expires_at,
      refresh_expires_at: session.refresh_expires_at,
      is_verified: session.is_verified,
      user_agent: session.user_agent,
    })),
  };
}
