import { timeouts } from "#core/aws.ts";
import { optionalEnv } from "./env.ts";

/** One signing secret; `kid` names it in tokens. */
export interface SigningSecret {
  kid: string;
  secret: string;
}

let signing: Promise<SigningSecret[]> | undefined;
let rereadAt = 0;
let data: Promise<string> | undefined;
let credentials: Promise<string> | undefined;
let oidc: Promise<string | undefined> | undefined;
let social: Promise<SigningSecret | undefined> | undefined;
let billing: Promise<SigningSecret | undefined> | undefined;

/** Milliseconds within which an unknown key id does not make the signing secrets be read again. */
const REREAD_AFTER = 10_000;

/** The live signing secrets, newest first: the current and the previous version of the secret. Read once a cold start. */
export function signingSecrets(): Promise<SigningSecret[]> {
  if (!signing) {
    signing = readSigningSecrets().catch((error: unknown) => {
      signing = undefined;
      throw error;
    });
  }
  return signing;
}

/**
 * Forgets the signing secrets when a token names one that a rotation may have added since, unless that was just done.
 * The first reading does not count: a rotation may come right after it.
 */
export function refreshSigningSecrets(): void {
  if (Date.now() - rereadAt < REREAD_AFTER) return;
  rereadAt = Date.now();
  signing = undefined;
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
  social ??= readSecret("SOCIAL_APPS_ARN", "AWSCURRENT").catch((error: unknown) => {
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
  billing ??= readSecret("BILLING_STRIPE_ARN", "AWSCURRENT").catch((error: unknown) => {
    billing = undefined;
    throw error;
  });
  return (await billing)?.secret;
}

async function readOidcSecret(): Promise<string | undefined> {
  const inline = optionalEnv("OIDC_CLIENT_SECRET");
  if (inline) return inline;
  if (!optionalEnv("OIDC_CLIENT_SECRET_ARN")) return undefined;
  return (await readSecret("OIDC_CLIENT_SECRET_ARN", "AWSCURRENT"))?.secret;
}

async function readSigningSecrets(): Promise<SigningSecret[]> {
  const inline = optionalEnv("SIGNING_SECRETS");
  if (inline) return JSON.parse(inline) as SigningSecret[];
  const stages = await Promise.all(
    ["AWSCURRENT", "AWSPREVIOUS"].map((stage) => readSecret("SIGNING_SECRETS_ARN", stage)),
  );
  return stages.filter((secret) => secret !== undefined);
}

async function readOwnSecret(name: "DATA_SECRET" | "CREDENTIALS_SECRET"): Promise<string> {
  const inline = optionalEnv(name);
  if (inline) return inline;
  const secret = await readSecret(`${name}_ARN`, "AWSCURRENT");
  if (!secret) throw new Error(`The secret ${name} has no current version.`);
  return secret.secret;
}

async function readSecret(
  setting:
    | "SIGNING_SECRETS_ARN"
    | "DATA_SECRET_ARN"
    | "CREDENTIALS_SECRET_ARN"
    | "OIDC_CLIENT_SECRET_ARN"
    | "SOCIAL_APPS_ARN"
    | "BILLING_STRIPE_ARN",
  stage: string,
): Promise<SigningSecret | undefined> {
  // Loaded here alone: a function that is given its secrets in the environment never pays for this client.
  const { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } = await import(
    "@aws-sdk/client-secrets-manager"
  );
  const client = new SecretsManagerClient(timeouts(3_000));
  try {
    const reply = await client.send(
      new GetSecretValueCommand({ SecretId: optionalEnv(setting), VersionStage: stage }),
    );
    return { kid: reply.VersionId ?? stage, secret: reply.SecretString ?? "" };
  } catch (error) {
    if (stage === "AWSPREVIOUS" && error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
