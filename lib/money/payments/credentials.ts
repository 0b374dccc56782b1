import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { enqueue, isUnchanged } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import { openCredential, sealCredential } from "#core/seal.ts";
import { DAY } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { CloseOpenPages } from "./messages.ts";
import type { Account, Signer } from "./port.ts";
import { type CreatePaymentProvider, PaymentCredential } from "./provider-schema.ts";
import { paymentCredentials } from "./table.ts";

const PURPOSE = "payment-provider";
/**
 * Credentials that are read per tenant: the active one and its last predecessors, so that a callback is
 * checked against few. Refunds find older ones by id.
 */
const MAX_ACCOUNTS = 5;
/** Seconds for which a replaced webhook secret stays valid. */
const OLD_SECRET_SECONDS = DAY;

/** An account as it is sent. `undefined` keeps the stored value. */
export type CredentialInput = Partial<z.output<typeof CreatePaymentProvider>> &
  Pick<PaymentCredential, "type">;

/** The newest credentials of a tenant, the active one first. */
export async function credentialsOf(tenantId: string): Promise<Stored<PaymentCredential>[]> {
  const partition = paymentCredentials.partition({ tenant_id: tenantId });
  const { records } = await paymentCredentials.query(partition, {
    consistent: true,
    descending: true,
    limit: MAX_ACCOUNTS,
  });
  return records.toSorted((a, b) => (b.retired_at ?? Infinity) - (a.retired_at ?? Infinity));
}

export function activeCredential(
  all: readonly Stored<PaymentCredential>[],
): Stored<PaymentCredential> | undefined {
  return all.find(({ retired_at }) => retired_at === null);
}

/** The signer of an account's callbacks. Its webhook secrets are decrypted, its key is not. */
export async function signerOf(credential: PaymentCredential, now: number): Promise<Signer> {
  const { id: credentialId, tenant_id } = credential;
  const sealed = validSecrets(credential, now);
  const webhookSecrets = await sideBySide(sealed.map((text) => openCredential(PURPOSE, tenant_id, text)));
  return { credentialId, webhookSecrets, open: () => decryptAccount(credential, now) };
}

/** Decrypts an account for calls to its provider. */
export async function decryptAccount(credential: PaymentCredential, now: number): Promise<Account> {
  const { tenant_id: tenantId, sealed_key } = credential;
  const [secretKey = "", ...webhookSecrets] = await sideBySide(
    [sealed_key, ...validSecrets(credential, now)].map((text) => openCredential(PURPOSE, tenantId, text)),
  );
  return { tenantId, secretKey, webhookSecrets };
}

/** Encrypts a new account, and makes the writes that replace the one before. */
export async function replaceCredential(
  ctx: Context,
  tenantId: string,
  before: Stored<PaymentCredential> | undefined,
  { secret_key = "", webhook_secret, ...sent }: CredentialInput,
): Promise<{ credential: PaymentCredential; writes: Write[] }> {
  const now = ctx.now();
  const credential = newRecord(PaymentCredential, { publishable_key: "" }, sent, {
    id: newId("pp", ctx.clock()),
    tenant_id: tenantId,
    sealed_key: await sealCredential(PURPOSE, tenantId, secret_key),
    is_test: /^(sk|rk)_test_/.test(secret_key),
    webhook_secrets: webhook_secret
      ? [{ sealed: await sealCredential(PURPOSE, tenantId, webhook_secret), ends_at: null }]
      : [],
    retired_at: null,
    created_at: now,
    updated_at: now,
  });
  return { credential, writes: [paymentCredentials.create(credential), ...retireCredential(ctx, before)] };
}

/** The writes that change an account whose key stays. */
export async function changeCredential(
  ctx: Context,
  before: Stored<PaymentCredential>,
  { secret_key: _kept, webhook_secret, ...sent }: CredentialInput,
): Promise<{ credential: PaymentCredential; writes: Write[] }> {
  const now = ctx.now();
  const known = webhook_secret && (await decryptAccount(before, now)).webhookSecrets[0];
  const isNew = webhook_secret != null && webhook_secret !== known;
  const older = before.webhook_secrets
    .filter(({ ends_at }) => ends_at === null || ends_at > now)
    .map(({ sealed, ends_at }) => ({ sealed, ends_at: ends_at ?? now + OLD_SECRET_SECONDS }));
  const secrets = isNew
    ? [{ sealed: await sealCredential(PURPOSE, before.tenant_id, webhook_secret), ends_at: null }, ...older]
    : before.webhook_secrets;
  const credential = changedRecord(PaymentCredential, before, sent, {
    webhook_secrets: secrets.slice(0, 2),
    updated_at: now,
  });
  const same = !isNew && isUnchanged(before, credential);
  return { credential, writes: same ? [] : [paymentCredentials.replace(before, credential)] };
}

/** The writes that retire an account. Its open pages are closed, and its secrets are kept for 180 days. */
export function retireCredential(ctx: Context, credential: Stored<PaymentCredential> | undefined): Write[] {
  if (!credential) return [];
  const { tenant_id } = credential;
  const retired = { ...credential, retired_at: ctx.now(), updated_at: ctx.now() };
  return [
    paymentCredentials.replace(credential, retired),
    enqueue(ctx, CloseOpenPages, { tenant_id, credential_id: credential.id }),
  ];
}

function validSecrets({ webhook_secrets }: PaymentCredential, now: number): string[] {
  return webhook_secrets
    .filter(({ ends_at }) => ends_at === null || ends_at > now)
    .map(({ sealed }) => sealed);
}
