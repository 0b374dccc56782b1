import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { invalidField } from "#core/errors.ts";
import { HOUR } from "#core/seconds.ts";
import { USER, withField } from "./errors.ts";
import { externalLogin } from "./external-login.ts";
import { prepareLogin } from "./login-result.ts";
import { passwordLogin } from "./password-login.ts";
import { newPerson } from "./person.ts";
import { people } from "./table.ts";
import type { LoginResult } from "./user-schema.ts";

const GUESTS_PER_IP: Budget = [120, HOUR];

interface LoginRequest {
  provider: "EMAIL" | "GOOGLE" | "GUEST";
  email?: string | undefined;
  password?: string | undefined;
  code?: string | undefined;
  originUrl?: string | undefined;
  state?: string | undefined;
  codeVerifier?: string | undefined;
  phoneNumber?: string | undefined;
}

/** Signs in a user by one of three methods. */
export function loginUser(ctx: Context, { provider, ...input }: LoginRequest): Promise<LoginResult> {
  if (provider === "GUEST") return guestLogin(ctx, input.phoneNumber);
  if (provider === "GOOGLE") {
    const { code, originUrl, state, codeVerifier } = input;
    if (!code) throw missingError("code");
    return externalLogin(ctx, { code, originUrl, state, codeVerifier });
  }
  if (!input.email) throw missingError("email");
  if (!input.password) throw withField(USER.PASSWORD_REQUIRED(), "password");
  return passwordLogin(ctx, input.email, input.password);
}

// An unproven phone number is never looked up: it opens nobody's record.
async function guestLogin(ctx: Context, phoneNumber: string | undefined): Promise<LoginResult> {
  await spendBudget(ctx, "guest_per_ip", ctx.ip, GUESTS_PER_IP);
  const guest = newPerson(ctx, null, { phone_numbers: phoneNumber ? [phoneNumber] : [] });
  const { writes, answer } = await prepareLogin(ctx, { person: guest, provider: "GUEST" });
  return transact(ctx, [people.create(guest), ...writes], answer);
}

function missingError(field: string): Error {
  return invalidField(field, "is required", "FIELD.REQUIRED_MISSING");
}
