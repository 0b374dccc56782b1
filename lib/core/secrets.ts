import { timeouts } from "#core/aws.ts";
import { optionalEnv, type Setting } from "./env.ts";
import { readOnce } from "./read-once.ts";
import { requirePermission } from "./required-permissions.ts";

/** One signing secret; `kid` names it in tokens. */
export interface SigningSecret {
  kid: string;
  secret: string;
}

const readSigningOnce = readOnce(readSigningSecret);
const namedReads = new Map<NamedSecret, () => Promise<SigningSecret>>();

/**
 * The secret that signs access tokens, for functions that sign people in. It is read once a cold start: a warm function
 * continues with its secret, and keeps the public key for that secret published.
 */
export function signingSecret(): Promise<SigningSecret> {
  requireSecret("SIGNING_SECRETS");
  return readSigningOnce();
}

export const dataSecret = readOnce(() => readOwnSecret("DATA_SECRET"));

/**
 * The secret that seals credentials which others entrusted to us, such as keys of payment, shipping and social
 * providers.
 */
export const credentialsSecret = readOnce(() => readOwnSecret("CREDENTIALS_SECRET"));

/** Reports that a role must allow reading a secret, even if the secret comes from memory. */
export function requireSecret(secret: Setting): void {
  requirePermission("secretsmanager:GetSecretValue", secret);
}

/** Settings with a secret, whose `_ARN` setting may name it instead. */
type NamedSecret = SecretOfArn<Setting>;
type SecretOfArn<S> = S extends `${infer Name}_ARN` ? Extract<Setting, Name> : never;

/** A secret from its setting, or from the secret that its `_ARN` setting names; `undefined` where there is none. */
export async function namedSecret(name: NamedSecret): Promise<string | undefined> {
  requireSecret(name);
  const inline = optionalEnv(name);
  if (inline) return inline;
  if (!optionalEnv(`${name}_ARN`)) return undefined;
  const read = namedReads.get(name) ?? readOnce(() => readSecret(`${name}_ARN`));
  namedReads.set(name, read);
  return (await read()).secret;
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
  // Loaded only here: a function with its secrets in the environment does not load this client.
  const { GetSecretValueCommand, SecretsManagerClient } = await import("@aws-sdk/client-secrets-manager");
  const client = new SecretsManagerClient(timeouts(3_000));
  const reply = await client.send(new GetSecretValueCommand({ SecretId: optionalEnv(setting) }));
  return { kid: reply.VersionId ?? "current", secret: reply.SecretString ?? "" };
}
