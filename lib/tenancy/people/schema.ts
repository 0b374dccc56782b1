import * as z from "zod";
import { MAX_PAGE_SIZE, nonBlankText, page, queryInt, UnixTime } from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { CountryText } from "#core/places/country-schema.ts";
import { toE164 } from "#core/places/phones.ts";

export const RequestCode = z
  .object({ email: EmailAddress })
  .meta({ examples: [{ email: "ada@example.com" }] });

export const SignInChallenge = z
  .object({ sent: z.literal(true), challenge_id: z.string(), expires_at: z.int() })
  .meta({
    examples: [{ sent: true, challenge_id: "chal_01j9z3k4m5n6p7q8r9s0t1v2w3", expires_at: 1790000600 }],
  });

const Code = z.string().trim().max(20);

/** The current form names the challenge. The older one names the address and means its newest challenge. */
export const VerifyCode = z
  .object({ challenge_id: z.string().max(100).optional(), email: EmailAddress.optional(), code: Code })
  .refine(({ challenge_id, email }) => challenge_id !== undefined || email !== undefined, {
    path: ["challenge_id"],
    message: "is required",
    params: { error: "FIELD.REQUIRED_MISSING" },
  })
  .meta({ examples: [{ challenge_id: "chal_01j9z3k4m5n6p7q8r9s0t1v2w3", code: "314159" }] });

const Token = z.string().min(1).max(1000);

/** The token is accepted in either spelling. */
export const RefreshToken = z
  .object({ refresh_token: Token.optional(), refreshToken: Token.optional() })
  .refine(({ refresh_token, refreshToken }) => (refresh_token ?? refreshToken) !== undefined, {
    path: ["refresh_token"],
    message: "is required",
    params: { error: "FIELD.REQUIRED_MISSING" },
  })
  .meta({ examples: [{ refresh_token: "sfr_…" }] });

/** A sign-in's answer: the current form and, with `expires_at`, the older one. */
export const SignedIn = z.object({
  id: z.string(),
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal("Bearer"),
  access_expires_at: z.int(),
  refresh_expires_at: z.int().nullable(),
  expires_at: z.int(),
  created_at: z.int(),
  is_verified: z.boolean(),
  status: z.literal("active"),
  /** Both tokens and their expiry as the business interface spells them. */
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: z.int(),
});
export type SignedIn = z.output<typeof SignedIn>;

export const SessionView = z.object({
  id: z.string(),
  status: z.enum(["active", "revoked", "expired"]),
  access_expires_at: z.int(),
  refresh_expires_at: z.int().nullable(),
  is_verified: z.boolean(),
  created_at: z.int(),
  revoked_at: z.int().nullable(),
  last_used_at: z.int(),
  user_agent: z.string(),
});

export const ApiTokenView = z.object({
  id: z.string(),
  name: z.string(),
  token_hint: z.string(),
  status: z.enum(["active", "revoked", "expired"]),
  created_at: z.int(),
  expires_at: z.int().nullable(),
  last_used_at: z.int().nullable(),
});

const TokenName = nonBlankText(100);

export const CreateApiToken = z
  .object({ name: TokenName, expires_at: UnixTime.nullish() })
  .meta({ examples: [{ name: "Nightly import", expires_at: null }] });

/** A new token: the only answer with its value. */
const NewApiToken = ApiTokenView.extend({
  status: z.literal("active"),
  last_used_at: z.null(),
  value: z.string(),
});
export const CreatedApiToken = NewApiToken.extend({ token: NewApiToken });

export const RenameApiToken = z.object({ name: TokenName }).meta({ examples: [{ name: "Weekly import" }] });

const Address = z.object({
  street: z.string().trim().max(200).optional(),
  city: z.string().trim().max(200).optional(),
  state: z.string().trim().max(200).optional(),
  zip: z.string().trim().max(50).optional(),
  country: CountryText.optional(),
});
const AddressView = Address.pick({ street: true, city: true, state: true, zip: true }).extend({
  country: z.string().optional(),
});

const ConfigsAt = z.object({
  businessId: z.string().min(1).max(100),
  settings: z.record(z.string().max(100), z.unknown()),
});

/** A phone number in any usual notation, converted to E.164. */
export const PhoneNumber = z
  .string()
  .max(40)
  .transform(toE164)
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, "must be an international number such as +491701234567"));

/** Profile fields as the business interface spells them. */
export const profile = {
  name: z.string().trim().max(200),
  phoneNumbers: z.array(PhoneNumber).max(20),
  addresses: z.array(Address).max(50),
  businessUserConfigs: z.array(ConfigsAt).max(100),
};

export const profileView = {
  addresses: z.array(AddressView),
  businessUserConfigs: z.array(ConfigsAt.pick({ businessId: true, settings: true })),
};

/** An account of the store interface and a user of the business interface. */
export const Person = z.object({
  id: z.string(),
  /** Null for guests; otherwise proven, since no record has an unproven address. */
  email: z.string().nullable(),
  is_confirmed: z.boolean(),
  name: z.string(),
  phone_numbers: z.array(z.string()),
  /** The numbers that were proven by a code. */
  verified_phones: z.array(z.string()),
  addresses: z.array(Address),
  business_user_configs: profile.businessUserConfigs,
  /** Identity provider accounts that sign this person in. */
  identities: z.array(z.object({ provider: z.string(), subject: z.string() })),
  last_login_at: z.int().nullable(),
  onboarding_completed: z.boolean(),
  /** Counts how often all sessions were ended at once. */
  session_epoch: z.int().default(0),
  /** When an inactive guest is deleted; null for everybody else. */
  expires_at: z.int().nullable().default(null),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Person = z.output<typeof Person>;

export const Account = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  phone_numbers: z.array(z.string()),
  addresses: profileView.addresses,
  lifecycle: z.object({ last_login_at: z.int().nullable(), onboarding_completed: z.boolean() }),
  memberships: z.array(z.object({ store_id: z.string(), role: z.string(), joined_at: z.int() })),
  api_tokens: z.array(
    z.object({ id: z.string(), name: z.string(), created_at: z.int(), expires_at: z.int().nullable() }),
  ),
  auth_tokens: z.array(
    z.object({
      id: z.string(),
      created_at: z.int(),
      last_used_at: z.int(),
      access_expires_at: z.int(),
      refresh_expires_at: z.int().nullable(),
      is_verified: z.boolean(),
      user_agent: z.string(),
    }),
  ),
});
export type Account = z.output<typeof Account>;

/** The older form includes API tokens: those without a known id are created, others renamed. */
export const UpdateAccount = z
  .object({
    name: profile.name.optional(),
    phone_numbers: profile.phoneNumbers.optional(),
    addresses: profile.addresses.optional(),
    lifecycle: z.object({ onboarding_completed: z.boolean().optional() }).optional(),
    api_tokens: z
      .array(
        z.object({ id: z.string().max(100).optional(), name: TokenName, expires_at: UnixTime.nullish() }),
      )
      .max(20)
      .optional(),
  })
  .meta({ examples: [{ name: "Ada Lovelace", lifecycle: { onboarding_completed: true } }] });

export const AccountUpdated = z.object({
  success: z.literal(true),
  account: Account,
  newlyCreatedTokens: z.array(NewApiToken),
  newly_created_tokens: z.array(NewApiToken),
});

export const AccountQuery = z.object({
  limit: queryInt(1, MAX_PAGE_SIZE).optional(),
  cursor: z.string().min(1).optional(),
  query: z.string().max(200).optional(),
  store_id: z.string().max(100).optional(),
  businessId: z.string().max(100).optional(),
  /** The tenant in the older form: its id, or `store:` or `business:` and its id. */
  owner: z.string().max(120).optional(),
});

/** What a store's admins see of its members. */
export const AccountSummary = Account.pick({
  id: true,
  email: true,
  name: true,
  lifecycle: true,
  memberships: true,
});
export type AccountSummary = z.output<typeof AccountSummary>;
export const AccountPage = page(AccountSummary);
