import * as z from "zod";
import { singlePage } from "#core/http/page.ts";
import { PROVIDER_TYPES } from "./adapters-schema.ts";

/** An account at a payment provider. Its secrets are encrypted, and in no reply, event or log. */
export const PaymentCredential = z.object({
  id: z.string(),
  tenant_id: z.string(),
  type: z.enum(PROVIDER_TYPES),
  publishable_key: z.string(),
  sealed_key: z.string(),
  /** Whether its key is a test key, with which no money is taken. */
  is_test: z.boolean().default(false),
  /** Newest first; a replaced one ends a day later. */
  webhook_secrets: z.array(z.object({ sealed: z.string(), ends_at: z.int().nullable() })),
  /** When the account was replaced or deleted. It stays for refunds and callbacks of its payments. */
  retired_at: z.int().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type PaymentCredential = z.output<typeof PaymentCredential>;

const Secret = z.string().trim().min(8).max(500);

export const CreatePaymentProvider = z
  .object({
    type: z.string().toLowerCase().pipe(z.enum(PROVIDER_TYPES)),
    publishable_key: z.string().trim().max(500).default(""),
    secret_key: Secret,
    webhook_secret: Secret.nullish(),
  })
  .meta({
    examples: [
      {
        type: "stripe",
        publishable_key: "pk_test_…",
        secret_key: "sk_test_…",
        webhook_secret: "whsec_mine_12345",
      },
    ],
  });

/** Callbacks without effect by reason. Staff see them, so that a forger or a wrong secret is noticed. */
export const RefusedCallbacks = z.object({
  /** Signed wrongly, too long ago, or changed on the way. */
  signature: z.int().default(0),
  wrong_store: z.int().default(0),
  repeated: z.int().default(0),
  unknown_payment: z.int().default(0),
  last_at: z.int().nullable().default(null),
});
export type RefusedCallbacks = z.output<typeof RefusedCallbacks>;

export const PaymentProviderView = z.object({
  id: z.string(),
  store_id: z.string(),
  type: z.enum(PROVIDER_TYPES),
  publishable_key: z.string(),
  has_webhook_secret: z.boolean(),
  webhook_url: z.string(),
  refused_callbacks: RefusedCallbacks.pick({
    signature: true,
    wrong_store: true,
    repeated: true,
    unknown_payment: true,
    last_at: true,
  }),
  created_at: z.int(),
  updated_at: z.int(),
});
export type PaymentProviderView = z.output<typeof PaymentProviderView>;
export const PaymentProviderPage = singlePage(PaymentProviderView);
