import type * as z from "zod";
import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { env } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { DAY } from "#core/seconds.ts";
import type { Business, UpdateBusiness } from "#lib/tenancy/tenants/schema.ts";
import { getTenant, settingsWrites, updateTenant } from "#lib/tenancy/tenants/service.ts";
import { MASK } from "#lib/tenancy/tenants/view.ts";
import { PROVIDER_TYPES } from "./adapters-schema.ts";
import {
  activeCredential,
  type CredentialInput,
  changeCredential,
  credentialsOf,
  decryptAccount,
  replaceCredential,
  retireCredential,
} from "./credentials.ts";
import {
  type CreatePaymentProvider,
  type PaymentCredential,
  type PaymentProviderView,
  RefusedCallbacks,
} from "./provider-schema.ts";
import { findProvider } from "./registry.ts";
import { callbackCounts } from "./table.ts";

/** Accounts that a tenant may connect per day. */
const CONNECT_BUDGET: Budget = [10, DAY];

export async function listProviders(_ctx: Context, storeId: string) {
  const all = await credentialsOf(storeId);
  const live = all.filter(({ retired_at }) => retired_at === null);
  const counts = await readTogether(
    live.map(({ type }) => callbackCounts.read({ tenant_id: storeId, provider: type })),
  );
  return { items: live.map((one, at) => viewProvider(one, counts[at])), cursor: null };
}

/** Connects an account in place of the one before, after testing its key. */
export async function createProvider(
  ctx: Context,
  storeId: string,
  input: z.output<typeof CreatePaymentProvider>,
): Promise<PaymentProviderView> {
  const { credential, writes } = await connectAccount(ctx, storeId, input);
  const settings = await settingsWrites(ctx, storeId, { paymentProvider: settingOf(credential) });
  return transact(ctx, [...writes, ...settings], viewProvider(credential));
}

export async function deleteProvider(ctx: Context, storeId: string, id: string): Promise<void> {
  const credential = activeCredential(await credentialsOf(storeId));
  if (credential?.id !== id) throw GENERAL.NOT_FOUND();
  const settings = await settingsWrites(ctx, storeId, { paymentProvider: {} });
  await transact(ctx, [...retireCredential(ctx, credential), ...settings]);
}

/** Tests the account in new settings before anything is stored. */
export async function testAccount(ctx: Context, setting: unknown): Promise<void> {
  const sent = accountInSetting(setting);
  if (sent?.secret_key) await checkKey(ctx, "", sent);
}

/** Changes a business. The secrets of its payment account are moved to an encrypted credential. */
export async function updateBusiness(
  ctx: Context,
  id: string,
  input: z.output<typeof UpdateBusiness>,
): Promise<Business> {
  const given = input.configs?.paymentProvider ?? undefined;
  const { configs: stored } = await getTenant(ctx, id);
  // Old records have the secrets in plain text. Their next change encrypts them.
  const sent =
    accountInSetting(given) ?? (given === undefined ? plaintextAccount(stored.paymentProvider) : undefined);
  if (given === undefined && !sent) return updateTenant(ctx, id, input);
  if (!sent) {
    const name = providerName(given);
    const others = retireCredential(ctx, activeCredential(await credentialsOf(id)));
    return updateTenant(ctx, id, withSetting(input, name ? { type: name.toUpperCase() } : {}), others);
  }
  const { credential, writes } = await connectOrKeep(ctx, id, sent);
  const setting = credential
    ? settingOf(credential)
    : { type: sent.type.toUpperCase(), publicKey: sent.publishable_key ?? "" };
  return updateTenant(ctx, id, withSetting(input, setting), writes);
}

function viewProvider(
  {
    id,
    tenant_id: store_id,
    type,
    publishable_key,
    webhook_secrets,
    created_at,
    updated_at,
  }: PaymentCredential,
  refused?: RefusedCallbacks,
): PaymentProviderView {
  const webhook_url = `${env("PUBLIC_URL")}/v1/payments/${type}/webhook?store=${store_id}`;
  const has_webhook_secret = webhook_secrets.length > 0;
  const refused_callbacks = RefusedCallbacks.parse(refused ?? {});
  const shown = { id, store_id, type, publishable_key, has_webhook_secret, webhook_url };
  return { ...shown, refused_callbacks, created_at, updated_at };
}

async function connectOrKeep(ctx: Context, tenantId: string, sent: CredentialInput) {
  const before = activeCredential(await credentialsOf(tenantId));
  const keeps =
    before?.type === sent.type && (!sent.secret_key || (await hasKey(ctx, before, sent.secret_key)));
  if (before && keeps) return changeCredential(ctx, before, sent);
  return sent.secret_key ? connectAccount(ctx, tenantId, sent) : { credential: undefined, writes: [] };
}

async function connectAccount(ctx: Context, tenantId: string, sent: CredentialInput) {
  await spendBudget(ctx, "payment_accounts", tenantId, CONNECT_BUDGET);
  await checkKey(ctx, tenantId, sent);
  return replaceCredential(ctx, tenantId, activeCredential(await credentialsOf(tenantId)), sent);
}

async function checkKey(
  ctx: Context,
  tenantId: string,
  { type, secret_key = "" }: CredentialInput,
): Promise<void> {
  await findProvider(type)?.check(ctx, { tenantId, secretKey: secret_key, webhookSecrets: [] });
}

async function hasKey(ctx: Context, credential: PaymentCredential, key: string): Promise<boolean> {
  return (await decryptAccount(credential, ctx.now())).secretKey === key;
}

function settingOf({ id, type, publishable_key, webhook_secrets, is_test: isTest }: PaymentCredential) {
  const hasWebhookSecret = webhook_secrets.length > 0;
  return { type: type.toUpperCase(), publicKey: publishable_key, credentialId: id, hasWebhookSecret, isTest };
}

function withSetting(input: z.output<typeof UpdateBusiness>, paymentProvider: unknown) {
  return { ...input, configs: { ...input.configs, paymentProvider } };
}

function plaintextAccount(stored: unknown): CredentialInput | undefined {
  const sent = accountInSetting(stored);
  return sent?.secret_key ? sent : undefined;
}

/** The account in the settings; `undefined` for a provider that needs none, such as the sandbox. */
function accountInSetting(setting: unknown): CredentialInput | undefined {
  const name = providerName(setting);
  const type = PROVIDER_TYPES.find((each) => each === name);
  if (!type) return undefined;
  const text = (field: string): string | undefined => {
    const value = typeof setting === "object" && setting !== null ? Reflect.get(setting, field) : undefined;
    return typeof value === "string" && value !== MASK ? value : undefined;
  };
  return {
    type,
    publishable_key: text("publicKey"),
    secret_key: text("secretKey") || undefined,
    webhook_secret: text("webhookSecret") || undefined,
  };
}

function providerName(setting: unknown): string | undefined {
  if (typeof setting === "string") return setting.toLowerCase().slice(0, 50);
  if (typeof setting !== "object" || setting === null || !("type" in setting)) return undefined;
  return typeof setting.type === "string" ? setting.type.toLowerCase().slice(0, 50) : undefined;
}
