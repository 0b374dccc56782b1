import { type ApiError, defineErrors, noSuch } from "#core/errors.ts";

export const API_TOKEN = defineErrors("API_TOKEN", {
  LIMIT_REACHED: [400, "An account has at most {limit} API tokens. Revoke one first."],
});

export const USER = defineErrors("USER", {
  NOT_FOUND: noSuch(400, "user"),
  EMAIL_EXISTS: [400, "A user with this address already exists."],
  PASSWORD_WRONG: [400, "The address or the password is wrong."],
  PASSWORD_REQUIRED: [400, "A password is required."],
  PASSWORD_INVALID: [400, "The password cannot be used: it {problem}."],
  NOT_CONFIRMED: [400, "The address is not confirmed yet. Follow the link in the mail first."],
  INVALID_ORIGIN_URI: [400, "This origin is not allowed."],
  INVALID_REDIRECT_URI: [400, "This redirect address is not allowed."],
  FAILED_OAUTH_LOGIN: [400, "The sign-in with the identity provider failed: {problem}."],
  FAILED_REFRESH_ACCESS_TOKEN: [400, "The refresh token is unknown, expired or revoked. Sign in again."],
  TOKEN_INVALID: [400, "The link is wrong, was used before or has expired. Ask for a new one."],
  ROLE_INVALID: [400, "There is no role {role}."],
  UNAUTHORIZED: [403, "You may not do this: {problem}."],
});

export const ACCOUNT = defineErrors("ACCOUNT", {
  LAST_OWNER: [
    409,
    "You are the last owner of {stores}, which has other members. Make one of them an owner, or delete it first.",
  ],
});

/** Errors of members and invitations, with codes under BUSINESS. */
export const TEAM = defineErrors("BUSINESS", {
  ALREADY_MEMBER: [400, "{email} is already a member. Change the role of that member instead."],
  INVITATION_PENDING: [400, "{email} already has an open invitation. Withdraw it first to send another one."],
  INVITATION_INVALID: [
    400,
    "The invitation is wrong, was answered before or has expired. Ask for a new one.",
  ],
  FAILED_CREATE: [400, "A business has at most {limit} open invitations."],
  FAILED_UPDATE: [400, "A business needs an owner. Make another member an owner first."],
  FAILED_DELETE: [
    400,
    "The last owner cannot leave. Make another member an owner first, or delete the business.",
  ],
});

/** The error with its field and code in `details`, where older clients read them. */
export function withField(error: ApiError, field: string): ApiError {
  const code = error.code.slice(error.code.indexOf(".") + 1);
  error.validationErrors.push({ field, message: error.message, error: code });
  return error;
}
