import * as z from "zod";
import { anyCase, MAX_PAGE_SIZE, nonBlankText, page, queryInt, queryList } from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { PhoneNumber, profile, profileView } from "./schema.ts";

export const EXTERNAL_PROVIDER = "GOOGLE";

const Secret = z.string().max(1000);
const Password = Secret.optional();
const RedirectUrl = z
  .string()
  .max(2000)
  .meta({ examples: ["https://shop.example/signed-in"] });

const Role = z.object({
  id: z.string(),
  name: z.string(),
  permissions: z.array(
    z.object({ action: z.string(), resource: z.string(), conditions: z.array(z.unknown()) }),
  ),
});

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isConfirmed: z.boolean(),
  phoneNumbers: z.array(z.string()),
  addresses: profileView.addresses,
  roleIds: z.array(z.string()),
  roles: z.array(Role),
  apiTokens: z.array(
    z.object({ id: z.string(), name: z.string(), value: z.string(), provider: z.literal("API") }),
  ),
  businessUserConfigs: profileView.businessUserConfigs,
  lifecycle: z.object({ lastLoginAt: z.int().nullable(), onboardingCompleted: z.boolean() }),
});
export type User = z.output<typeof User>;

/** What a business's admins see of its members: nothing that belongs to other businesses. */
export const UserSummary = User.pick({
  id: true,
  name: true,
  email: true,
  isConfirmed: true,
  roleIds: true,
  roles: true,
  lifecycle: true,
}).extend({
  /** Always empty, because these are private to the person. */
  phoneNumbers: z.array(z.string()).max(0),
  addresses: z.array(z.unknown()).max(0),
  apiTokens: z.array(z.unknown()).max(0),
  businessUserConfigs: z.array(z.unknown()).max(0),
});
export type UserSummary = z.output<typeof UserSummary>;
export const UserPage = page(UserSummary);

export const UserQuery = z.object({
  limit: queryInt(1, MAX_PAGE_SIZE).optional(),
  cursor: z.string().min(1).optional(),
  query: z.string().max(200).optional(),
  businessId: z.string().max(100).optional(),
  roleIds: queryList.pipe(z.array(z.string().max(50)).max(10)).optional(),
});

export const Success = z.object({ success: z.literal(true) });

export const RegisterUser = z
  .object({
    provider: anyCase(["EMAIL_REGISTER", "EMAIL"]).optional(),
    email: EmailAddress,
    password: Password,
    reserveDomain: RedirectUrl.optional(),
    name: profile.name.optional(),
    firstName: z.string().trim().max(100).optional(),
    lastName: z.string().trim().max(100).optional(),
  })
  .meta({
    examples: [
      { provider: "EMAIL_REGISTER", email: "ada@example.com", password: "a lantern in the orchard" },
    ],
  });

export const ConfirmUser = z.object({ token: Secret }).meta({ examples: [{ token: "sfl_…" }] });
export const UserConfirmed = Success.extend({ userId: z.string() });

/** One request body for three ways to sign in. Each checks the fields that it needs. */
export const LoginUser = z
  .object({
    provider: anyCase(["EMAIL", EXTERNAL_PROVIDER, "GUEST"]),
    email: EmailAddress.optional(),
    password: Password,
    code: z.string().max(2000).optional(),
    originUrl: RedirectUrl.optional(),
    /** The state that came back with the code. */
    state: z.string().max(500).optional(),
    /** The browser's secret, whose hash was the `codeChallenge` when the sign-in started. */
    codeVerifier: z.string().max(200).optional(),
    phoneNumber: PhoneNumber.optional(),
  })
  .meta({
    examples: [{ provider: "EMAIL", email: "ada@example.com", password: "a lantern in the orchard" }],
  });

export const LoginResult = z.object({
  userId: z.string(),
  provider: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  tokenType: z.literal("Bearer"),
  expiresAt: z.int(),
  scope: z.string(),
  isGuest: z.boolean(),
});
export type LoginResult = z.output<typeof LoginResult>;

export const LoginUrlQuery = z.object({
  provider: anyCase([EXTERNAL_PROVIDER]).optional(),
  originUrl: RedirectUrl.optional(),
  redirectUrl: RedirectUrl,
  /** SHA-256 in base64url of a secret of the browser (RFC 7636). Only its holder can finish the sign-in. */
  codeChallenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .optional(),
});
export const LoginUrl = z.object({ url: z.string() });

/** The query of the identity provider's redirect. */
export const CallbackQuery = z.record(z.string().max(100), z.string().max(4000));

export const RefreshUser = z
  .object({ provider: z.string().max(50).optional(), refreshToken: Secret.min(1) })
  .meta({ examples: [{ provider: "EMAIL", refreshToken: "sfr_…" }] });

export const LogoutUser = z
  .object({
    provider: z.string().max(50).optional(),
    token: z.string().max(4000).optional(),
    originUrl: RedirectUrl.optional(),
  })
  .meta({ examples: [{ provider: "GOOGLE", token: "sfr_…", originUrl: "https://shop.example.com" }] });

const SuppliedKey = z.object({
  id: z.string().max(100).optional(),
  name: nonBlankText(100),
  value: z.string().max(512).optional(),
  provider: anyCase(["API"]).optional(),
});

export const UpdateUser = z
  .object({
    name: profile.name.optional(),
    phoneNumbers: profile.phoneNumbers.optional(),
    addresses: profile.addresses.optional(),
    businessUserConfigs: profile.businessUserConfigs.optional(),
    lifecycle: z.object({ onboardingCompleted: z.boolean().optional() }).optional(),
    apiTokens: z.array(SuppliedKey).max(20).optional(),
  })
  .meta({ examples: [{ name: "Ada Lovelace", phoneNumbers: ["+442071234567"] }] });

export const SendPhoneCode = z
  .object({ phoneNumber: PhoneNumber })
  .meta({ examples: [{ phoneNumber: "+442071234567" }] });
export const PhoneCodeSent = Success.extend({ expiresAt: z.int() });
export const ConfirmPhone = z
  .object({ phoneNumber: PhoneNumber, code: z.string().trim().max(20) })
  .meta({ examples: [{ phoneNumber: "+442071234567", code: "314159" }] });

/** The query of a link in a mail. */
export const Linked = z.object({
  token: z.string().max(500).default(""),
  businessId: z.string().max(100).optional(),
});

export const ForgotPassword = z
  .object({ email: EmailAddress, reserveDomain: RedirectUrl.optional() })
  .meta({ examples: [{ email: "ada@example.com" }] });
export const ResetForgottenPassword = z
  .object({ token: Secret, password: Password })
  .meta({ examples: [{ token: "sfl_…", password: "a lantern in the orchard" }] });
export const ChangePassword = z
  .object({ oldPassword: Password, newPassword: Password })
  .meta({ examples: [{ oldPassword: "a lantern in the orchard", newPassword: "two lanterns by the pond" }] });

export const SetRole = z
  .object({ userId: z.string().max(100), roleId: z.string().max(50), businessId: z.string().max(100) })
  .meta({
    examples: [
      {
        userId: "acc_01j9z3k4m5n6p7q8r9s0t1v2w3",
        roleId: "admin",
        businessId: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
      },
    ],
  });
