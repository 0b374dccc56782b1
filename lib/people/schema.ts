import * as z from "zod";

/** An address as a person typed it; lower-cased, because no provider in use tells cases apart. */
export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("must be an email address"));

export const RequestCode = z
  .object({ email: EmailAddress })
  .meta({ examples: [{ email: "ada@example.com" }] });

export const Challenge = z
  .object({ sent: z.literal(true), challenge_id: z.string(), expires_at: z.int() })
  .meta({
    examples: [{ sent: true, challenge_id: "chal_01j9z3k4m5n6p7q8r9s0t1v2w3", expires_at: 1790000600 }],
  });

const Code = z.string().trim().max(20);

/** The current form names the challenge; the older one the address, and means its newest challenge. */
export const VerifyCode = z
  .object({ challenge_id: z.string().max(100).optional(), email: EmailAddress.optional(), code: Code })
  .refine(({ challenge_id, email }) => challenge_id !== undefined || email !== undefined, {
    path: ["challenge_id"],
    message: "is required",
    params: { error: "FIELD.REQUIRED_MISSING" },
  })
  .meta({ examples: [{ challenge_id: "chal_01j9z3k4m5n6p7q8r9s0t1v2w3", code: "314159" }] });

export const RefreshToken = z
  .object({ refresh_token: z.string().min(1).max(1000) })
  .meta({ examples: [{ refresh_token: "sfr_…" }] });

/** What a sign-in answers: the current form and, with `expires_at`, the older one. */
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
  status: z.enum(["active", "revoked", "expired"]),
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

const TokenName = z.string().trim().min(1).max(100);

export const CreateApiToken = z
  .object({ name: TokenName, expires_at: z.int().positive().nullish() })
  .meta({ examples: [{ name: "Nightly import", expires_at: null }] });

/** The one answer that holds the value. */
export const CreatedApiToken = ApiTokenView.extend({
  value: z.string(),
  token: ApiTokenView.extend({ value: z.string() }),
});

export const RenameApiToken = z.object({ name: TokenName }).meta({ examples: [{ name: "Weekly import" }] });

/** The person record: an account of the store interface and a user of the business interface. */
export const Person = z.object({
  id: z.string(),
  email: z.string().nullable(),
  is_confirmed: z.boolean(),
  last_login_at: z.int().nullable(),
  onboarding_completed: z.boolean(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Person = z.output<typeof Person>;

export const Account = z.object({
  id: z.string(),
  email: z.string(),
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
