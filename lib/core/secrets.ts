import { timeouts } from "#core/aws.ts";
import { optionalEnv, type Setting } from "./env.ts";
import { requirePermission } from "./required-permissions.ts";

/** One signing secret; `kid` names it in tokens. */
export interface SigningSecret {
  kid: string;
  secret: string;
}

let signing: Promise<SigningSecret> | undefined;
let data: Promise<string> | undefined;
let credentials: Promise<string> | undefined;
const named = new Map<Named, Promise<SigningSecret>>();

/**
 * The secret that access tokens are signed with, for the functions that sign people in. Read once a cold start: a warm
 * function goes on with the one that it began with, whose public key it keeps published.
 */
export function signingSecret(): Promise<SigningSecret> {
  requireSecret("SIGNING_SECRETS");
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

/** Tells that a role must allow to read a secret, where a function does not each time that it might. */
export function requireSecret(secret: Setting): void {
  requirePermission("secretsmanager:GetSecretValue", secret);
}

/** The secrets that a setting holds, and that another names by where they are. */
type Named = HeldBy<Setting>;
type HeldBy<S> = S extends `${infer Name}_ARN` ? Extract<Setting, Name> : never;

/** The secret of a setting, in the setting itself or where its `_ARN` says; `undefined` where there is none. */
export async function namedSecret(name: Named): Promise<string | undefined> {
  requireSecret(name);
  const inline = optionalEnv(name);
  if (inline) return inline;
  if (!optionalEnv(`${name}_ARN`)) return undefined;
  const reading = named.get(name) ?? readSecret(`${name}_ARN`);
  named.set(name, reading);
  try {
    return (await reading).secret;
  } catch (error) {
    named.delete(name);
    throw error;
  }
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

async function readSecret(setting: Extract<Setting, `${string}_ARN`>): Promise<SigningSecret> {
  // Loaded here alone: a function that is given its secrets in the environment never pays for this client.
  const { GetSecretValueCommand, SecretsManagerClient } = await import("@aws-sdk/client-secrets-manager");
  const client = new SecretsManagerClient(timeouts(3_000));
  const reply = await client.send(new GetSecretValueCommand({ SecretId: optionalEnv(setting) }));
  return { kid: reply.VersionId ?? "current", secret: reply.SecretString ?? "" };
}
