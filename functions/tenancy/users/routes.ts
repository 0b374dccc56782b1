// What users do with their own account.

import { GENERAL, TENANT } from "#core/errors.ts";
import { sameHandlerAs } from "#core/http/caller.ts";
import { get, post, put, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { SendSms } from "#core/sms.ts";
import { AUTH } from "#lib/tenancy/codes/errors.ts";
import { API_TOKEN, TEAM, USER } from "#lib/tenancy/people/errors.ts";
import {
  CallbackQuery,
  ChangePassword,
  ConfirmPhone,
  ConfirmUser,
  ForgotPassword,
  Linked,
  LoginResult,
  LoginUrl,
  LoginUrlQuery,
  LoginUser,
  LogoutUser,
  PhoneCodeSent,
  RefreshUser,
  RegisterUser,
  ResetForgottenPassword,
  SendPhoneCode,
  SetRole,
  Success,
  UpdateUser,
  User,
  UserConfirmed,
  UserPage,
  UserQuery,
} from "#lib/tenancy/people/user-schema.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";

// MB that give a whole processor, which the hashing of a password uses for a moment.
const HASHING_OPTIONS = { memory: 1769 };
/** What sign-in operations use. Only they sign access tokens. */
const SIGN_IN_USES = { uses: ["table:write", "secrets", "signing"] } as const;
const PASSWORD_ERRORS = [USER.PASSWORD_REQUIRED, USER.PASSWORD_INVALID] as const;
const LOGIN_ERRORS = [USER.FAILED_OAUTH_LOGIN, GENERAL.TOO_MANY_REQUESTS] as const;

export const users = routes("tenancy/users", "/v1/users", "user", {
  registerUser: post("/register", {
    summary: "Register with an address and a password",
    description: "Mails a link that works for an hour. The address can sign in after the link was used.",
    needs: "none",
    body: RegisterUser,
    returns: Success,
    errors: [USER.EMAIL_EXISTS, ...PASSWORD_ERRORS, USER.INVALID_ORIGIN_URI, GENERAL.TOO_MANY_REQUESTS],
    ...HASHING_OPTIONS,
  }),
  confirmUser: put("/confirm", {
    summary: "Confirm the address of a registration",
    needs: "none",
    body: ConfirmUser,
    returns: UserConfirmed,
    errors: [USER.TOKEN_INVALID],
  }),
  loginUser: post("/login", {
    summary: "Sign in with a password, an identity provider or as a guest",
    description:
      "EMAIL needs email and password. GOOGLE needs originUrl and the code that came back to redirectUrl. GUEST accepts an optional phoneNumber.",
    needs: "none",
    body: LoginUser,
    returns: LoginResult,
    secret: true,
    uses: [...SIGN_IN_USES.uses, "oidc"],
    errors: [
      USER.NOT_FOUND,
      USER.NOT_CONFIRMED,
      USER.PASSWORD_WRONG,
      USER.PASSWORD_REQUIRED,
      USER.INVALID_ORIGIN_URI,
      ...LOGIN_ERRORS,
    ],
    ...HASHING_OPTIONS,
  }),
  getLoginUrl: get("/login/url", {
    summary: "Where to send the browser to sign in with an identity provider",
    needs: "none",
    query: LoginUrlQuery,
    returns: LoginUrl,
    errors: [USER.INVALID_ORIGIN_URI, USER.INVALID_REDIRECT_URI, ...LOGIN_ERRORS],
    uses: ["table:write", "secrets", "oidc"],
  }),
  returnFromLogin: get("/login/callback", {
    summary: "Takes the browser back from the identity provider",
    description:
      "Register this address at the identity provider. It redirects the browser to redirectUrl with a code.",
    needs: "none",
    query: CallbackQuery,
    returns: "redirect",
    status: 302,
    errors: [USER.FAILED_OAUTH_LOGIN],
    uses: ["table:write", "secrets"],
    extension: true,
  }),
  refreshUser: post("/refresh", {
    summary: "Exchange a refresh token for new tokens",
    needs: "none",
    body: RefreshUser,
    returns: LoginResult,
    secret: true,
    errors: [USER.FAILED_REFRESH_ACCESS_TOKEN],
    ...SIGN_IN_USES,
  }),
  logoutUser: post("/logout", {
    summary: "End a session",
    description:
      "Ends the session of the token, or of the caller. It also revokes the identity provider's token.",
    needs: "public",
    body: LogoutUser,
    returns: Success,
    errors: [GENERAL.UNAUTHENTICATED, USER.INVALID_ORIGIN_URI],
    uses: ["table:write", "oidc"],
  }),
  getMyUser: get("/me", {
    summary: "The signed-in user",
    needs: "person",
    storeSession: true,
    returns: User,
    errors: [GENERAL.UNAUTHENTICATED],
  }),
  updateUser: put("/update", {
    summary: "Change the user",
    description:
      "Changes the fields that are sent. apiTokens lists the keys that the user chose. A new key needs a value of at least 32 characters. Keys that the list omits are revoked.",
    needs: "person",
    body: UpdateUser,
    returns: User,
    errors: [API_TOKEN.LIMIT_REACHED, USER.UNAUTHORIZED, GENERAL.UNAUTHENTICATED],
  }),
  sendPhoneCode: post("/phone-number", {
    summary: "Send a code to a phone",
    needs: "person",
    body: SendPhoneCode,
    returns: PhoneCodeSent,
    errors: [GENERAL.TOO_MANY_REQUESTS],
  }),
  confirmPhone: post("/phone-number/confirm", {
    summary: "Prove a phone number with the code",
    needs: "person",
    body: ConfirmPhone,
    returns: Success,
    errors: [AUTH.CODE_INVALID, GENERAL.TOO_MANY_REQUESTS, GENERAL.UNAUTHENTICATED],
  }),
  forgotPassword: post("/forgot-password", {
    summary: "Ask for a link to choose a new password",
    description: "The answer is the same for every address.",
    needs: "none",
    body: ForgotPassword,
    returns: Success,
    errors: [USER.INVALID_ORIGIN_URI, GENERAL.TOO_MANY_REQUESTS],
  }),
  resetForgottenPassword: post("/reset-forgot-password", {
    summary: "Choose a new password with the link",
    description: "Ends all sessions of the user.",
    needs: "none",
    body: ResetForgottenPassword,
    returns: Success,
    errors: [USER.TOKEN_INVALID, USER.PASSWORD_REQUIRED, USER.PASSWORD_INVALID],
    ...HASHING_OPTIONS,
  }),
  changePassword: post("/reset-password", {
    summary: "Change the password, knowing the old one",
    description: "Ends the user's other sessions.",
    needs: "account",
    body: ChangePassword,
    returns: Success,
    errors: [USER.PASSWORD_WRONG, ...PASSWORD_ERRORS, USER.NOT_CONFIRMED, GENERAL.TOO_MANY_REQUESTS],
    ...HASHING_OPTIONS,
  }),
  searchUsers: get("/search", {
    summary: "The members of a business",
    description:
      "Needs ADMIN of the business. The platform's staff can omit businessId and search all users.",
    needs: "account",
    query: UserQuery,
    returns: UserPage,
    storeSession: true,
    errors: [GENERAL.FORBIDDEN, TENANT.NOT_FOUND, USER.ROLE_INVALID],
  }),
  setRole: put("/set-role", {
    summary: "Give a member of a business another role",
    description:
      "Needs ADMIN of the business. Only an owner can add, change or remove an owner. Members cannot raise their own role.",
    needs: "account",
    body: SetRole,
    returns: Success,
    storeSession: true,
    errors: [
      GENERAL.FORBIDDEN,
      TENANT.NOT_FOUND,
      TEAM.FAILED_UPDATE,
      USER.NOT_FOUND,
      USER.ROLE_INVALID,
      USER.UNAUTHORIZED,
    ],
    emits: ["member.updated"],
  }),
});

/** Pages for the links in mails, used while the deployment names no site of its own (`signIn.origins`). */
export const accountPages = routes("tenancy/users", "/v1/account-pages", {
  showAccountPage: get("/{accountPage}", {
    summary: "The page of a link in a mail: confirm, reset-password or invitation; it changes nothing",
    needs: "none",
    query: Linked,
    returns: "html",
    errors: [GENERAL.NOT_FOUND, TEAM.INVITATION_INVALID],
    extension: true,
  }),
  pressAccountPage: post("/{accountPage}", {
    summary: "Do what the page asks: confirm the address, set the password, answer the invitation",
    needs: "none",
    query: Linked,
    bodyKind: "raw",
    maxBody: 8192,
    returns: "html",
    errors: [
      GENERAL.NOT_FOUND,
      PLAN.PLAN_LIMIT,
      TEAM.ALREADY_MEMBER,
      TEAM.INVITATION_INVALID,
      USER.TOKEN_INVALID,
    ],
    emits: ["invitation.updated", "member.created"],
    extension: true,
    ...HASHING_OPTIONS,
  }),
});

export const userAliases = routes("tenancy/users", "/v1/users", "user", {
  updateUserByAlias: put("", { ...sameHandlerAs(users.updateUser), extension: true }),
  refreshUserByAlias: post("/refresh-access-token", { ...sameHandlerAs(users.refreshUser), extension: true }),
});

export const userWorkers = workers("tenancy/users", {
  sendSms: {
    summary: "Sends text messages through SNS, each at most once",
    trigger: { kind: "queue", message: SendSms, batchSize: 10 },
    uses: ["table:write", "sms:send", "secrets"],
    timeout: 30,
  },
});
