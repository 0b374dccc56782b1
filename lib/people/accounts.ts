import { apiTokens, memberships, sessions } from "#core/auth/records.ts";
import { type Context, person } from "#core/context.ts";
import { queryItems } from "#core/dynamo/entity.ts";
import { GENERAL } from "#core/errors.ts";
import { people } from "./table.ts";

/** The caller as an account, with the lists that the older form embeds; one query reads all of it. */
export async function myAccount(ctx: Context) {
  const { id } = person(ctx);
  const now = ctx.now();
  const items = await wholePartition(`PERSON#${id}`);
  const of = (kind: string) => items.filter((item) => item._t === kind);
  const [found] = of("person");
  if (!found) throw GENERAL.UNAUTHENTICATED();
  const me = people.parse(found);
  return {
    id: me.id,
    email: me.email ?? "",
    lifecycle: { last_login_at: me.last_login_at, onboarding_completed: me.onboarding_completed },
    memberships: of("membership")
      .map((item) => memberships.parse(item))
      .filter(({ role }) => role !== "super")
      .map(({ tenant_id, role, created_at }) => ({ store_id: tenant_id, role, joined_at: created_at })),
    api_tokens: of("api_token")
      .map((item) => apiTokens.parse(item))
      .filter(({ status }) => status === "active")
      .map(({ id, name, created_at, expires_at }) => ({ id, name, created_at, expires_at })),
    auth_tokens: of("session")
      .map((item) => sessions.parse(item))
      .filter(
        ({ status, refresh_expires_at }) => status === "active" && (refresh_expires_at ?? now + 1) > now,
      )
      .map(
        ({
          id,
          created_at,
          last_used_at,
          access_expires_at,
          refresh_expires_at,
          is_verified,
          user_agent,
        }) => {
          return {
            id,
            created_at,
            last_used_at,
            access_expires_at,
            refresh_expires_at,
            is_verified,
            user_agent,
          };
        },
      ),
  };
}

async function wholePartition(partition: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(partition, { consistent: true, after });
    all.push(...page.items);
    after = page.after;
  } while (after);
  return all;
}
