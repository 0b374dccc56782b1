import * as z from "zod";
import { leaseFields } from "#core/dynamo/lease-schema.ts";
import { ProviderType } from "./schema.ts";

const ID = "01j9z3k4m5n6p7q8r9s0t1v2w3";

/** The page, channel or profile that an account posts to. */
export const Destination = z.object({
  external_account_id: z.string(),
  external_account_name: z.string(),
  handle: z.string().nullable(),
  avatar_url: z.string().nullable(),
});
export type Destination = z.output<typeof Destination>;
const DestinationView = Destination.pick({
  external_account_id: true,
  external_account_name: true,
  handle: true,
  avatar_url: true,
});

const Rights = z.object({ scopes: z.array(z.string()), expires_at: z.int().nullable() });

export const SocialAccount = z.object({
  id: z.string(),
  store_id: z.string(),
  key: z.string(),
  provider_type: ProviderType,
  status: z.enum(["connected", "reconnect_required"]),
  credential: Rights,
  destination: Destination,
  created_at: z.int(),
  updated_at: z.int(),
});
export type SocialAccount = z.output<typeof SocialAccount>;

export const SocialAccountView = SocialAccount.pick({
  id: true,
  store_id: true,
  key: true,
  provider_type: true,
  status: true,
  created_at: true,
  updated_at: true,
})
  .extend({ credential: Rights.pick({ scopes: true, expires_at: true }), destination: DestinationView })
  .meta({
    examples: [
      {
        id: `social_${ID}`,
        store_id: `store_${ID}`,
        key: "sandbox-page_1",
        provider_type: "sandbox",
        status: "connected",
        credential: { scopes: ["publish"], expires_at: 1790003600 },
        destination: {
          external_account_id: "page_1",
          external_account_name: "Corner Coffee",
          handle: "corner",
          avatar_url: null,
        },
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export const SocialAccounts = z.array(SocialAccountView);

const Range = z.object({ min: z.number().nullable(), max: z.number().nullable() });

export const MediaRequirement = z.object({
  placement: z.string(),
  field: z.string(),
  kind: z.enum(["image", "animation", "video"]),
  mime_types: z.array(z.string()),
  min_count: z.int(),
  max_count: z.int(),
  max_bytes: z.int().nullable(),
  aspect_ratio: Range.nullable(),
  duration_seconds: Range.nullable(),
});
export type MediaRequirement = z.output<typeof MediaRequirement>;

export const TextRequirement = z.object({
  placement: z.string(),
  field: z.string(),
  required: z.boolean(),
  max: z.int(),
  unit: z.enum(["code_points", "utf16", "bytes", "weighted"]),
});

export const SocialCapability = z.object({
  provider_type: ProviderType,
  display_name: z.string(),
  icon_key: z.string(),
  required_scopes: z.array(z.string()),
  text_requirements: z.array(TextRequirement),
  media_requirements: z.array(MediaRequirement),
  publishing_supported: z.boolean(),
  engagement: z.object({
    read_comments: z.boolean(),
    reply_to_comments: z.boolean(),
    hide_comments: z.boolean(),
  }),
  analytics: z.object({ read_post_metrics: z.boolean() }),
});
export type SocialCapability = z.output<typeof SocialCapability>;
export const Capabilities = z.array(SocialCapability);

export const ConnectSocialAccount = z
  .object({ provider_type: ProviderType, return_url: z.string().max(2000).nullish() })
  .meta({ examples: [{ provider_type: "sandbox" }] });

export const SocialConnectionStarted = z.object({
  authorization_url: z.string(),
  state: z.string(),
  attempt_id: z.string(),
  expires_at: z.int(),
});

const Option = Destination.extend({ candidate_id: z.string() });

export const SocialConnection = z.object({
  status: z.enum(["pending", "connected", "selection_required", "failed"]),
  store_id: z.string(),
  provider_type: ProviderType,
  attempt_id: z.string(),
  social_account_id: z.string().optional(),
  destination: DestinationView.optional(),
  options: z.array(
    Option.pick({
      external_account_id: true,
      external_account_name: true,
      handle: true,
      avatar_url: true,
      candidate_id: true,
    }),
  ),
  message: z.string(),
});
export type SocialConnection = z.output<typeof SocialConnection>;

export const SelectSocialDestination = z
  .object({
    provider_type: ProviderType,
    attempt_id: z.string().min(1).max(200),
    candidate_id: z.string().min(1).max(200),
  })
  .meta({ examples: [{ provider_type: "sandbox", attempt_id: `sat_${ID}`, candidate_id: "page_1" }] });

/** A stored sign-in at a network. */
export const SignIn = z.object({
  id: z.string(),
  store_id: z.string(),
  person_id: z.string(),
  provider_type: ProviderType,
  status: z.enum(["pending", "exchanging", "connected", "selection_required", "failed"]),
  state_hash: z.string(),
  /** The PKCE verifier, encrypted. */
  verifier: z.string(),
  return_url: z.string().nullable(),
  options: z.array(Option),
  /** The tokens of each option, encrypted. */
  tokens: z.string().nullable(),
  social_account_id: z.string().nullable(),
  candidate_id: z.string().nullable(),
  message: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
});
export type SignIn = z.output<typeof SignIn>;

/** The encrypted tokens of an account, and the lease of the worker that renews them. */
export const Credential = z.object({
  store_id: z.string(),
  social_account_id: z.string(),
  provider_type: ProviderType,
  destination: Destination,
  tokens: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.int().nullable(),
  /** Increases with each renewal, so that a worker can recognise newer tokens. */
  generation: z.int(),
  ...leaseFields,
  /** Why the tokens are no longer valid; null while they are valid. Only a new sign-in gives valid ones. */
  lost: z.object({ code: z.string(), message: z.string() }).nullable().default(null),
});
export type Credential = z.output<typeof Credential>;

/** The tokens of an account before they are encrypted. */
export const Tokens = z.object({
  access: z.string(),
  refresh: z.string().nullable(),
  obtained_at: z.int(),
  expires_at: z.int().nullable(),
  refresh_expires_at: z.int().nullable(),
  scopes: z.array(z.string()),
  /** Another token that revocation or look-ups need, such as that of the user who owns a page. */
  owner: z.string().nullable(),
});
export type Tokens = z.output<typeof Tokens>;
