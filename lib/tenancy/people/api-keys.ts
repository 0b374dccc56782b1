import { type Context, person } from "#core/context.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { hash } from "#core/seal.ts";
import { type ApiToken, apiKeys, apiTokens } from "#lib/tenancy/access/records.ts";
import { hintOf, MAX_TOKENS } from "./api-tokens.ts";
import { API_TOKEN, USER } from "./errors.ts";
import type { PersonSnapshot } from "./person-snapshot.ts";

const MIN_LENGTH = 32;
/** Distinct characters that a random key has almost surely. */
const MIN_DISTINCT = 8;
const OUR_TOKENS = /^(?:sfk|sfr|sfv|sfi|sfl)_/;

interface KeyInput {
  id?: string | undefined;
  name: string;
  value?: string | undefined;
}

/**
 * Replaces the keys that a person supplied by those in a changed profile: unknown ones are created, known ones
 * renamed, missing ones revoked. Tokens that we issued stay.
 */
export function changeKeys(
  ctx: Context,
  me: PersonSnapshot,
  sent: KeyInput[] | undefined,
): { writes: Write[]; tokens: ApiToken[] } {
  if (!sent) return { writes: [], tokens: me.tokens };
  const actor = person(ctx);
  if (actor.guest) throw USER.UNAUTHORIZED({ problem: "guests have no API keys" });
  const listed = sent.map((key, index) => ({ key, index, known: findKnownKey(me.tokens, key) }));
  const kept = new Map(listed.map(({ known, key }) => [known?.id, key.name]));
  const unknown = listed.filter(({ known }) => !known);
  const firstOf = (key: KeyInput) => sent.findIndex(({ value }) => value === key.value);
  const twice = unknown.find(({ key, index }) => key.value !== undefined && firstOf(key) < index);
  if (twice)
    throw invalidField(`apiTokens[${twice.index}].value`, "is the same as another one's: leave one out");
  const made = unknown.map(({ key, index }) => newKey(ctx, key, index));
  const gone = me.tokens.filter(({ id, origin }) => origin === "supplied" && !kept.has(id));
  const left = me.tokens.filter((token) => !gone.includes(token));
  if (left.length + made.length > MAX_TOKENS) throw API_TOKEN.LIMIT_REACHED({ limit: MAX_TOKENS });
  const renamed = left.filter(({ id, name }) => kept.has(id) && kept.get(id) !== name);
  const writes = [
    ...made.flatMap(({ writes: its }) => its),
    ...renamed.map((token) => apiTokens.replace(token, { ...token, name: kept.get(token.id) ?? token.name })),
    ...gone.flatMap((token) => [
      apiTokens.replace(token, { ...token, status: "revoked" }),
      apiKeys.removeKey({ hash: token.hash }),
    ]),
  ];
  const tokens = left.map((token) => ({ ...token, name: kept.get(token.id) ?? token.name }));
  return { writes, tokens: [...tokens, ...made.map(({ token }) => token)] };
}

// A value that was sent before means the known key, so that a repeated request creates no second one.
function findKnownKey(tokens: ApiToken[], { id, value }: KeyInput): ApiToken | undefined {
  const hashed = value === undefined ? undefined : hash(value);
  return tokens.find((token) => (id !== undefined && token.id === id) || token.hash === hashed);
}

function newKey(
  ctx: Context,
  { name, value }: KeyInput,
  index: number,
): { token: ApiToken; writes: Write[] } {
  const field = `apiTokens[${index}].value`;
  if (value === undefined) throw invalidField(field, "is required", "FIELD.REQUIRED_MISSING");
  if (value.length < MIN_LENGTH || /\s/.test(value)) {
    throw invalidField(field, `needs at least ${MIN_LENGTH} characters and no spaces`);
  }
  // Authentication treats these as other credentials, so such a key would never work.
  if (value.split(".").length === 3 || OUR_TOKENS.test(value))
    throw invalidField(field, "looks like a token of ours");
  if (new Set(value).size < MIN_DISTINCT) throw invalidField(field, "can be guessed: choose one at random");
  const { id: person_id } = person(ctx);
  const token: ApiToken = {
    id: newId("tok", ctx.clock()),
    person_id,
    name,
    hash: hash(value),
    token_hint: hintOf(value),
    origin: "supplied",
    status: "active",
    created_at: ctx.now(),
    expires_at: null,
    last_used_at: null,
  };
  const taken = invalidField(field, "cannot be used: choose another one, at random");
  const address = { hash: token.hash, person_id, token_id: token.id };
  return { token, writes: [apiTokens.create(token), apiKeys.create(address, taken)] };
}
