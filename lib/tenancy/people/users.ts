import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { changedRecord } from "#core/records/record.ts";
import type { ApiToken } from "#lib/tenancy/access/records.ts";
import { changeKeys } from "./api-keys.ts";
import { getPersonSnapshot, type PersonSnapshot, snapshotVisibleTo } from "./person-snapshot.ts";
import { viewRoles } from "./roles.ts";
import { Person } from "./schema.ts";
import { people } from "./table.ts";
import type { UpdateUser, User } from "./user-schema.ts";

export async function getMyUser(ctx: Context): Promise<User> {
  const caller = person(ctx);
  return viewUser(snapshotVisibleTo(caller, await getPersonSnapshot(caller.id, ctx.now())));
}

export async function updateUser(ctx: Context, input: z.output<typeof UpdateUser>): Promise<User> {
  const me = await getPersonSnapshot(person(ctx).id, ctx.now());
  const { phoneNumbers, businessUserConfigs, lifecycle, apiTokens, ...sent } = input;
  const before = me.person;
  const after = changedRecord(Person, before, sent, {
    phone_numbers: phoneNumbers,
    business_user_configs: businessUserConfigs,
    onboarding_completed: lifecycle?.onboardingCompleted,
    updated_at: ctx.now(),
  });
  const { writes, tokens } = changeKeys(ctx, me, apiTokens);
  const answer = viewUser({ ...me, person: after, tokens });
  return transact(ctx, [people.replace(before, after), ...writes], answer);
}

type VisibleUser = Omit<PersonSnapshot, "sessions" | "tokens"> & { tokens: ApiToken[] };

/** A user in the business interface; key values are masked. */
function viewUser({ person: me, memberships, tokens }: VisibleUser): User {
  const roles = viewRoles(memberships);
  return {
    id: me.id,
    name: me.name,
    email: me.email ?? "",
    isConfirmed: me.is_confirmed,
    phoneNumbers: me.phone_numbers,
    addresses: me.addresses,
    roleIds: roles.map(({ id }) => id),
    roles,
    apiTokens: tokens.map(({ id, name, token_hint }) => ({ id, name, value: token_hint, provider: "API" })),
    businessUserConfigs: me.business_user_configs,
    lifecycle: { lastLoginAt: me.last_login_at, onboardingCompleted: me.onboarding_completed },
  };
}
