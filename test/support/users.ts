import { auth } from "#functions/tenancy/auth/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { ok } from "./client.ts";
import { tokenIn } from "./provider.ts";
import { eventually, mailsTo, mailTo, newEmail } from "./world.ts";

export const PASSWORD = "a lantern in the orchard";

/** Registers an email address and follows the link in the mail. `before`: number of earlier mails. */
export async function registerUser(email = newEmail(), password = PASSWORD, before = 0) {
  await ok(users.registerUser, { body: { provider: "EMAIL_REGISTER", email, password } });
  const { userId } = await ok(users.confirmUser, {
    body: { token: tokenIn(await mailTo(email, before + 1)) },
  });
  return { id: userId, email };
}

export function logIn(email: string, password = PASSWORD) {
  return ok(users.loginUser, { body: { provider: "EMAIL", email, password } });
}

/** Signs in by a mailed code. `before`: number of earlier mails. */
export async function logInByCode(email: string, before = 0) {
  const { challenge_id } = await ok(auth.requestCode, { body: { email } });
  // Mails are sent concurrently, so the newest may be another one without a code.
  const code = await eventually(async () => {
    const subjects = (await mailsTo(email)).map(({ subject }) => /\d{6}/.exec(subject)?.[0]);
    return subjects.length > before && subjects.findLast((found) => found !== undefined);
  }, `a code to ${email}`);
  return ok(auth.verifyCode, { body: { challenge_id, code } });
}
