import assert from "node:assert/strict";
import { logger } from "#core/log.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { auth } from "#functions/tenancy/auth/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { dumpTable } from "#test/support/table.ts";
import { newEmail } from "#test/support/world.ts";
import { codeFor } from "./sign-in.ts";

/** Secrets that must never appear in clear text, by name. */
export type Secrets = Map<string, string>;

/** Ids and email addresses created by the rounds, to find their rows in the table. */
const createdNames = new Set<string>();

/** Obtains every kind of secret, several times; returns the secrets of each round. */
export async function collectSecrets(times: number): Promise<Secrets[]> {
  const rounds: Secrets[] = [];
  while (rounds.length < times) rounds.push(await collectOnce());
  return rounds;
}

async function collectOnce(): Promise<Secrets> {
  const secrets: Secrets = new Map();
  const email = noteCreated(newEmail());
  const asked = await postOk(auth.requestCode, { email });
  const code = await codeFor(email);
  secrets.set("sign-in code", code);
  const session = await postOk(auth.verifyCode, { challenge_id: asked.challenge_id, code });
  addTokens(secrets, "sign-in", session);
  const refreshed = await postOk(auth.refreshTokens, { refresh_token: session.refresh_token });
  addTokens(secrets, "refresh", refreshed);
  const token = String(refreshed.access_token);
  const api = await postOk(
    accounts.createApiToken,
    { name: "CI" },
    { token, headers: { "idempotency-key": "once" } },
  );
  secrets.set("API token", String(api.value));
  await callAsOwner(secrets, String(api.value));
  // Refused requests are logged too.
  for (const body of [
    { challenge_id: asked.challenge_id, code },
    { challenge_id: code, code: 1 },
  ]) {
    await invokeDirect(auth.verifyCode, { body: JSON.stringify(body) });
  }
  await invokeDirect(auth.refreshTokens, { body: JSON.stringify({ refresh_token: session.refresh_token }) });
  await invokeDirect(accounts.getMyAccount, { token: `${String(api.value)}x` });
  return secrets;
}

async function callAsOwner(secrets: Secrets, token: string): Promise<void> {
  const store = await postOk(
    stores.createStore,
    { key: `s-${crypto.randomUUID().slice(0, 18)}`, timezone: "UTC" },
    { token },
  );
  const params = { storeId: String(store.id) };
  const hook = {
    url: "https://example.com/hook",
    secret: "whsec_bm9ib2R5IG1heSByZWFkIHRoaXMgb25l",
    id: "one",
  };
  secrets.set("webhook secret", hook.secret);
  await invokeDirect(stores.updateStore, { params, token, body: JSON.stringify({ name: "Shop" }) });
  const visitorEmail = noteCreated(newEmail());
  const seen = await postOk(
    storefrontAccount.identifyContact,
    { email: visitorEmail, verify: true },
    { params },
  );
  const visitor = String(Object(seen.token).token);
  secrets.set("visitor token", visitor);
  const code = await codeFor(visitorEmail);
  secrets.set("visitor code", code);
  const challenge_id = String(Object(seen.verification_challenge).challenge_id);
  await postOk(storefrontAccount.verifyContact, { challenge_id, code }, { params, token: visitor });
  await invokeDirect(forms.listForms, { params, token });
}

function addTokens(
  secrets: Secrets,
  when: string,
  { access_token, refresh_token }: Record<string, unknown>,
): void {
  secrets.set(`access token of the ${when}`, String(access_token));
  secrets.set(`refresh token of the ${when}`, String(refresh_token));
}

type RequestOptions = { params?: Record<string, string>; token?: string; headers?: Record<string, string> };

async function postOk(
  operation: Parameters<typeof invokeDirect>[0],
  body: object,
  sent: RequestOptions = {},
) {
  const reply = await invokeDirect(operation, { ...sent, body: JSON.stringify(body) });
  assert.ok(reply.status < 300, `${operation.id}: ${reply.status} ${reply.body}`);
  for (const [id] of reply.body.matchAll(/\b[a-z]{2,12}_[0-9a-z]{26}\b/g)) noteCreated(id);
  const answer: Record<string, unknown> = JSON.parse(reply.body);
  return answer;
}

function noteCreated(mark: string): string {
  createdNames.add(mark);
  return mark;
}

/** The output of this process while something runs, with all log levels. */
export async function capturedLogs(run: () => Promise<void>): Promise<string> {
  const written: string[] = [];
  const outputs = [process.stdout, process.stderr];
  const before = outputs.map((output) => output.write);
  const level = logger.getLevelName();
  for (const output of outputs) {
    output.write = (chunk: string | Uint8Array) => {
      written.push(String(chunk));
      return true;
    };
  }
  logger.setLogLevel("TRACE");
  let failed = false;
  try {
    await run();
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    logger.setLogLevel(level);
    for (const [index, output] of outputs.entries()) output.write = before[index] ?? output.write;
    // Only the captured output has the errors, so they are printed here.
    if (failed) process.stderr.write(written.filter((line) => line.includes('"ERROR"')).join(""));
  }
  return written.join("");
}

/**
 * Asserts that a text contains no secret, nor the secret part of one.
 *
 * @param rounds the secrets of each round. Six digits may occur by chance, so a code counts only if the codes of all
 *   rounds occur
 */
export function assertNoSecrets(rounds: Secrets[], text: string, where: string): void {
  for (const what of rounds[0]?.keys() ?? []) {
    const secrets = rounds.flatMap((round) => round.get(what) ?? []);
    const found = secrets.every((secret) => /^\d+$/.test(secret))
      ? secrets.every((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text))
      : secrets.some((secret) => text.includes(secret));
    assert.ok(!found, `the ${what} is in the ${where}`);
    const parts = secrets.map((secret) => secretPart(secret));
    assert.ok(
      !parts.some((part) => part && text.includes(part)),
      `the ${what}'s secret part is in the ${where}`,
    );
  }
}

function secretPart(secret: string): string | undefined {
  return secret.split("_").find((piece) => piece.length === 64) ?? secret.split(".")[2];
}

export function codesOf(secrets: Secrets): Secrets {
  return new Map([...secrets].filter(([, secret]) => /^\d+$/.test(secret)));
}

/**
 * The table as one text, including messages in the outbox.
 *
 * @param which `own` means only rows that name something the rounds created: rows of other tests contain six digits by
 *   chance
 */
export async function tableText(which: "all" | "own" = "all"): Promise<string> {
  const rows = (await dumpTable()).map((item) => JSON.stringify(item));
  const names = [...createdNames];
  const isOwn = (row: string) => names.some((name) => row.includes(name));
  return (which === "all" ? rows : rows.filter(isOwn)).join("\n");
}

export function tokensOf(secrets: Secrets): Secrets {
  return new Map([...secrets].filter(([, secret]) => !/^\d+$/.test(secret)));
}
