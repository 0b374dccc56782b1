import { timeouts } from "#core/aws.ts";
import { optionalEnv } from "./env.ts";

/** One signing secret; `kid` names it in tokens. */
export interface SigningSecret {
  kid: string;
  secret: string;
}

let signing: Promise<SigningSecret> | undefined;
let data: Promise<string> | undefined;
let credentials: Promise<string> | undefined;
let oidc: Promise<string | undefined> | undefined;
let social: Promise<SigningSecret> | undefined;
let billing: Promise<SigningSecret> | undefined;

/**
 * The secret that access tokens are signed with, for the functions that sign people in. Read once a cold start: a warm
 * function goes on with the one that it began with, whose public key it keeps published.
 */
export function signingSecret(): Promise<SigningSecret> {
  signing ??= readSigningSecret().catch((error: unknown) => {
    signing = undefined;
    throw error;
  });
  return signing;
}

/** The secret that seals cursors and data at rest. */
export function dataSecret(): Promise<string> {
  data ??= readOwnSecret("DATA_SECRET").catch((error: unknown) => {
    data = undefined;
    throw error;
  });
  return data;
}

/** The secret that seals what others entrusted to us: keys of payment, shipping and social providers. */
export function credentialsSecret(): Promise<string> {
  credentials ??= readOwnSecret("CREDENTIALS_SECRET").catch((error: unknown) => {
    credentials = undefined;
    throw error;
  });
  return credentials;
}

/** The client secret at the identity provider; `undefined` for a client without one. */
export function oidcClientSecret(): Promise<string | undefined> {
  oidc ??= readOidcSecret().catch((error: unknown) => {
    oidc = undefined;
    throw error;
  });
  return oidc;
}

/** The apps at social networks as JSON; `undefined` where there are none. */
export async function socialApps(): Promise<string | undefined> {
  const inline = optionalEnv("SOCIAL_APPS");
  if (inline) return inline;
  if (!optionalEnv("SOCIAL_APPS_ARN")) return undefined;
  social ??= readSecret("SOCIAL_APPS_ARN").catch((error: unknown) => {
    social = undefined;
    throw error;
  });
  return (await social)?.secret;
}

/** The platform's own account at Stripe as JSON; `undefined` where there is none. */
export async function billingAccount(): Promise<string | undefined> {
  const inline = optionalEnv("BILLING_STRIPE");
  if (inline) return inline;
  if (!optionalEnv("BILLING_STRIPE_ARN")) return undefined;
  billing ??= readSecret("BILLING_STRIPE_ARN").catch((error: unknown) => {
    billing = undefined;
    throw error;
  });
  return (await billing)?.secret;
}

async function readOidcSecret(): Promise<string | undefined> {
  const inline = optionalEnv("OIDC_CLIENT_SECRET");
  if (inline) return inline;
  if (!optionalEnv("OIDC_CLIENT_SECRET_ARN")) return undefined;
  return (await readSecret("OIDC_CLIENT_SECRET_ARN")).secret;
}

async function readSigningSecret(): Promise<SigningSecret> {
  const inline = optionalEnv("SIGNING_SECRETS");
  const [newest] = inline ? (JSON.parse(inline) as SigningSecret[]) : [];
  const found = newest ?? (await readSecret("SIGNING_SECRETS_ARN"));
  if (!found.secret) throw new Error("There is no signing secret.");
  return found;
}

async function readOwnSecret(name: "DATA_SECRET" | "CREDENTIALS_SECRET"): Promise<string> {
  const inline = optionalEnv(name);
  if (inline) return inline;
  return (await readSecret(`${name}_ARN`)).secret;
}

async function readSecret(
  setting:
    | "SIGNING_SECRETS_ARN"
    | "DATA_SECRET_ARN"
    | "CREDENTIALS_SECRET_ARN"
    | "OIDC_CLIENT_SECRET_ARN"
    | "SOCIAL_APPS_ARN"
    | "BILLING_STRIPE_ARN",
): Promise<SigningSecret> {
  // Loaded here alone: a function that is given its secrets in the environment never pays for this client.
  const { GetSecretValueCommand, SecretsManagerClient } = await import("@aws-sdk/client-secrets-manager");
  const client = new SecretsManagerClient(timeouts(3_000));
  const reply = await client.send(new GetSecretValueCommand({ SecretId: optionalEnv(setting) }));
  return { kid: reply.VersionId ?? "current", secret: reply.SecretString ?? "" };
}
