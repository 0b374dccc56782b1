import { newCredential, PREFIX } from "#core/auth/credentials.ts";
import { type ApiToken, apiTokens } from "#core/auth/records.ts";
import { type Context, person } from "#core/context.ts";
import { pageOf } from "#core/dynamo/pages.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { hash } from "#core/seal.ts";
import { API_TOKEN } from "./errors.ts";

const MOST = 100;
const HINT = 4;

/** Makes an API token of the caller; its value is in this answer and never again. */
export async function createApiToken(
  ctx: Context,
  { name, expires_at = null }: { name: string; expires_at?: number | null | undefined },
) {
  const { id: person_id } = person(ctx);
  const { records } = await apiTokens.query(`PERSON#${person_id}`, { prefix: "TOKEN#", limit: MOST });
  if (records.length === MOST) throw API_TOKEN.LIMIT_REACHED({ limit: MOST });
  const id = newId("tok", ctx.clock());
  const value = newCredential(PREFIX.apiToken, person_id, id);
  const token: ApiToken = {
    id,
    person_id,
    name,
    hash: hash(value),
    token_hint: `${value.slice(0, HINT)}…${value.slice(-HINT)}`,
    origin: "issued",
    status: "active",
    created_at: ctx.now(),
    expires_at,
    last_used_at: null,
  };
  const view = { ...viewApiToken(token, ctx.now()), value };
  return transact(ctx, [apiTokens.create(token)], { ...view, token: view });
}

/** The caller's API tokens, newest first, as their owner is shown them. */
export async function listApiTokenViews(
  ctx: Context,
  query: { limit?: number | undefined; cursor?: string | undefined },
) {
  const { id } = person(ctx);
  const range = { ...query, prefix: "TOKEN#", descending: true };
  const { items, cursor } = await pageOf(apiTokens, `PERSON#${id}`, range, [ctx.operation, id]);
  return { items: items.map((token) => viewApiToken(token, ctx.now())), cursor };
}

export async function renameApiToken(ctx: Context, id: string, name: string) {
  const token = await apiTokens.get({ person_id: person(ctx).id, id }, GENERAL.NOT_FOUND());
  const renamed = { ...token, name };
  return transact(ctx, [apiTokens.replace(token, renamed)], viewApiToken(renamed, ctx.now()));
}

/** Ends an API token; it is worthless within a minute. */
export async function revokeApiToken(ctx: Context, id: string): Promise<void> {
  const token = await apiTokens.get({ person_id: person(ctx).id, id }, GENERAL.NOT_FOUND());
  if (token.status === "revoked") return;
  await transact(ctx, [apiTokens.replace(token, { ...token, status: "revoked" })]);
}

/** What an owner is shown of a token. */
export function viewApiToken(token: ApiToken, now: number) {
  const { id, name, token_hint, created_at, expires_at, last_used_at } = token;
  const expired = expires_at !== null && expires_at <= now;
  const status = token.status === "active" && expired ? ("expired" as const) : token.status;
  return { id, name, token_hint, status, created_at, expires_at, last_used_at };
}
