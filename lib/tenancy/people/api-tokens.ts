import type * as z from "zod";
import { type Context, person } from "#core/context.ts";
import { pageOfPartition } from "#core/dynamo/partition-page.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { hash, newAddressedToken } from "#core/seal.ts";
import { TOKEN_PREFIX } from "#lib/tenancy/access/credentials.ts";
import { ApiToken, apiKeys, apiTokens } from "#lib/tenancy/access/records.ts";
import { API_TOKEN } from "./errors.ts";
import { getPersonSnapshot, type PersonSnapshot } from "./person-snapshot.ts";
import type { CreateApiToken, RenameApiToken } from "./schema.ts";
import { people } from "./table.ts";

/** Valid API tokens per account. */
export const MAX_TOKENS = 100;
const HINT_LENGTH = 4;

type NewToken = z.output<typeof CreateApiToken>;

/** Creates an API token. Its value is in this answer only. */
export async function createApiToken(ctx: Context, input: NewToken) {
  const me = await getPersonSnapshot(person(ctx).id, ctx.now());
  if (me.tokens.length >= MAX_TOKENS) throw API_TOKEN.LIMIT_REACHED({ limit: MAX_TOKENS });
  const { token, view } = newToken(ctx, me.person.id, input);
  // Writing the account makes concurrent requests conflict, also with its deletion.
  const counted = people.replace(me.person, { ...me.person, updated_at: ctx.now() });
  return transact(ctx, [apiTokens.create(token), counted], { ...view, token: view });
}

/** The tokens in the older form of an account update: known ones are renamed, others created. */
export function changeTokens(
  ctx: Context,
  me: PersonSnapshot,
  sent: (NewToken & { id?: string | undefined })[],
) {
  const names = new Map(sent.map(({ id, name }) => [id, name]));
  const made = sent
    .filter(({ id }) => !me.tokens.some((token) => token.id === id))
    .map((input) => newToken(ctx, me.person.id, input));
  if (me.tokens.length + made.length > MAX_TOKENS) throw API_TOKEN.LIMIT_REACHED({ limit: MAX_TOKENS });
  const renamed = me.tokens.filter(({ id, name }) => names.has(id) && names.get(id) !== name);
  const withName = (token: ApiToken) => ({ ...token, name: names.get(token.id) ?? token.name });
  return {
    writes: [
      ...made.map(({ token }) => apiTokens.create(token)),
      ...renamed.map((token) => apiTokens.replace(token, withName(token))),
    ],
    tokens: [...me.tokens.map(withName), ...made.map(({ token }) => token)],
    created: made.map(({ view }) => view),
  };
}

function newToken(ctx: Context, person_id: string, sent: NewToken) {
  if (sent.expires_at != null && sent.expires_at <= ctx.now()) throw expiryError();
  const id = newId("tok", ctx.clock());
  const value = newAddressedToken(TOKEN_PREFIX.apiToken, person_id, id);
  const status = "active" as const;
  const token = newRecord(ApiToken, { expires_at: null }, sent, {
    id,
    person_id,
    hash: hash(value),
    token_hint: hintOf(value),
    origin: "issued",
    status,
    created_at: ctx.now(),
    last_used_at: null,
  });
  return { token, view: { ...viewApiToken(token, ctx.now()), status, last_used_at: null, value } };
}

/** The ends of a credential, by which its owner recognizes it. */
export function hintOf(value: string): string {
  return `${value.slice(0, HINT_LENGTH)}…${value.slice(-HINT_LENGTH)}`;
}

/** The caller's API tokens, newest first. */
export async function listApiTokens(
  ctx: Context,
  query: { limit?: number | undefined; cursor?: string | undefined },
) {
  const { id } = person(ctx);
  const range = { ...query, prefix: apiTokens.prefix(), descending: true };
  const { items, cursor } = await pageOfPartition(apiTokens, apiTokens.partition({ person_id: id }), range, [
    ctx.operation,
    id,
  ]);
  return { items: items.map((token) => viewApiToken(token, ctx.now())), cursor };
}

export async function renameApiToken(ctx: Context, id: string, input: z.output<typeof RenameApiToken>) {
  const token = await apiTokens.get({ person_id: person(ctx).id, id }, GENERAL.NOT_FOUND(), ctx);
  const renamed = changedRecord(ApiToken, token, input, {});
  return transact(ctx, [apiTokens.replace(token, renamed)], viewApiToken(renamed, ctx.now()));
}

/** Revokes an API token. It stops working within a minute. */
export async function revokeApiToken(ctx: Context, id: string): Promise<void> {
  const token = await apiTokens.get({ person_id: person(ctx).id, id }, GENERAL.NOT_FOUND(), ctx);
  if (token.status === "revoked") return;
  await transact(ctx, [
    apiTokens.replace(token, { ...token, status: "revoked" }),
    token.origin === "supplied" && apiKeys.removeKey({ hash: token.hash }),
  ]);
}

function viewApiToken(token: ApiToken, now: number) {
  const { id, name, token_hint, created_at, expires_at, last_used_at } = token;
  const isExpired = expires_at !== null && expires_at <= now;
  const status = token.status === "active" && isExpired ? ("expired" as const) : token.status;
  return { id, name, token_hint, status, created_at, expires_at, last_used_at };
}

function expiryError(): Error {
  return invalidField("expires_at", "is in the past: name a later time");
}
