import assert from "node:assert/strict";
import { auth } from "#functions/tenancy/auth/routes.ts";
import { call, ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { watchCalls } from "#test/support/table.ts";
import { mailTo, newEmail, somebody } from "#test/support/world.ts";

export async function codeFor(email: string, count = 1): Promise<string> {
  const { subject } = await mailTo(email, count);
  return /\d{6}/.exec(subject)?.[0] ?? "";
}

/**
 * Sends guesses at one challenge in parallel: at most five are compared, and afterwards the right code is refused.
 *
 * @returns number of guesses that were compared
 */
export async function guessInParallel(random: Random, guesses: number): Promise<number> {
  const email = newEmail();
  const { challenge_id } = await ok(auth.requestCode, { body: { email } });
  const right = await codeFor(email);
  const first = random.int(1_000_000);
  const wrong = (index: number) => {
    const code = String((first + index) % 1_000_000).padStart(6, "0");
    return code === right ? "not it" : code;
  };
  const { calls } = await watchCalls(() =>
    inParallel(guesses, 100, async (index) => {
      const body = JSON.stringify({ challenge_id, code: wrong(index) });
      const reply = await invokeDirect(auth.verifyCode, { body });
      assert.equal(reply.status, 400, reply.body);
      assert.match(reply.body, /"AUTH\.CODE_INVALID"/);
    }),
  );
  // A guess is compared only after its try was counted in the table, so these writes are counted.
  const compared = calls.filter(({ command, input }) => {
    return command === "UpdateItemCommand" && JSON.stringify(input).includes(`CHALLENGE#${challenge_id}`);
  }).length;
  assert.ok(compared <= 5, `${compared} guesses were compared`);
  const late = await call(auth.verifyCode, { body: { challenge_id, code: right } });
  assert.equal(late.status, 400, "the right code was good after the guesses");
  return compared;
}

/** Asserts that requesting a code makes the same calls to the table for known and unknown email addresses. */
export async function compareCodeRequests(): Promise<void> {
  const known = await somebody();
  assert.deepEqual(await callsForCode(known.email), await callsForCode(newEmail()));
}

async function callsForCode(email: string) {
  const { result, calls } = await watchCalls(() =>
    invokeDirect(auth.requestCode, {
      body: JSON.stringify({ email }),
      headers: { "x-local-time": "1790000000" },
    }),
  );
  assert.equal(result.status, 200, result.body);
  const { challenge_id, ...answer }: Record<string, unknown> = JSON.parse(result.body);
  assert.match(String(challenge_id), /^chal_/);
  return { status: result.status, answer, calls: calls.map(({ command }) => command).sort() };
}

/**
 * Concurrent refreshes of one token.
 *
 * @returns number of different successors
 */
export async function refreshTogether(count: number): Promise<number> {
  const { refreshToken: refresh_token } = await somebody();
  const at = Math.floor(Date.now() / 1000);
  const answers = await Promise.all(
    Array.from({ length: count }, () => ok(auth.refreshTokens, { body: { refresh_token }, at })),
  );
  const successors = new Set(answers.map((answer) => answer.refresh_token));
  assert.equal(successors.size, 1);
  assert.ok(!successors.has(refresh_token));
  await checkGraceEnds(refresh_token, answers[0]?.refresh_token ?? "", at);
  return successors.size;
}

/** Within thirty seconds the old token returns the successor; later it ends the session. */
async function checkGraceEnds(old: string, successor: string, now: number): Promise<void> {
  const within = await ok(auth.refreshTokens, { body: { refresh_token: old }, at: now + 20 });
  assert.equal(within.refresh_token, successor);
  const after = await call(auth.refreshTokens, { body: { refresh_token: old }, at: now + 40 });
  assert.equal(after.status, 401, "the old token was good after the grace");
  const ended = await call(auth.refreshTokens, { body: { refresh_token: successor }, at: now + 41 });
  assert.equal(ended.status, 401, "the session went on after its old token was used");
}
