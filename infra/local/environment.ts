import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Setting } from "#core/env.ts";
import { canBuild } from "#infra/console-files.ts";
import { CONSOLE_SEGMENT } from "#infra/console-policy.ts";
import { SesLimits } from "#infra/environment.ts";
import { codeOf, StartFailure } from "#infra/failure.ts";
import { APP_SEGMENT } from "./account-pages.ts";
import { DEMO_PLANS } from "./demo-plans.ts";
import { oidcEnvironment } from "./oidc.ts";
import { PHONE_SEGMENT } from "./phone.ts";
import { SOCIAL_SEGMENT } from "./social-mount.ts";

export const REGION = "us-east-1";
const TABLE = "storefront";
const BUCKETS = { media: "storefront-media", variants: "storefront-variants" } as const;

/** The endpoint URL of each AWS service. */
export type AwsEndpoints = { dynamodb: string; s3: string; sqs: string; ses: string };

export type Environment = Partial<Record<Setting, string>> & Record<string, string>;

type Secrets = { signing: { kid: string; secret: string }[]; data: string; credentials: string };

/** A variable that exists in a process if a stack, and not the user, has set its other variables. */
const STACK_MARK = "LOCAL_STACK";

const ENDPOINT_VARIABLES = {
  dynamodb: "AWS_ENDPOINT_URL_DYNAMODB",
  s3: "AWS_ENDPOINT_URL_S3",
  sqs: "AWS_ENDPOINT_URL_SQS",
  ses: "AWS_ENDPOINT_URL_SES",
} as const;

/** Endpoints of AWS services that the user runs elsewhere, from AWS's standard variables. */
export function foreignEndpoints(): Partial<AwsEndpoints> {
  if (process.env[STACK_MARK]) return {};
  const endpoints = Object.entries(ENDPOINT_VARIABLES).map(([service, name]) => [service, process.env[name]]);
  return Object.fromEntries(endpoints.filter(([, endpoint]) => endpoint));
}

/** Sets variables in this process. Returns a function that restores the old ones. */
export function applyEnvironment(environment: Environment): () => void {
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  return () => {
    for (const [name, value] of before) {
      if (process.env[name] !== environment[name]) continue;
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

interface EnvironmentOptions {
  api: string;
  aws: AwsEndpoints;
  /** Services that the user runs elsewhere; they are called with the user's region and credentials. */
  foreign: Partial<AwsEndpoints>;
  secrets: Secrets;
}

/** The variables that the functions of a local stack read. */
export function stackEnvironment({ api, aws, foreign, secrets }: EnvironmentOptions): Environment {
  return {
    AWS_ENDPOINT_URL_DYNAMODB: aws.dynamodb,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: chosenValue("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", aws.dynamodb),
    AWS_ENDPOINT_URL_S3: aws.s3,
    AWS_ENDPOINT_URL_SQS: aws.sqs,
    AWS_ENDPOINT_URL_SNS: chosenValue("AWS_ENDPOINT_URL_SNS", `${api}/${PHONE_SEGMENT}`),
    AWS_ENDPOINT_URL_SES: aws.ses,
    ...(Object.keys(foreign).length > 0 ? userAccount() : EMULATED_ACCOUNT),
    TABLE_NAME: chosenValue("TABLE_NAME", TABLE),
    MEDIA_BUCKET: chosenValue("MEDIA_BUCKET", BUCKETS.media),
    VARIANTS_BUCKET: chosenValue("VARIANTS_BUCKET", BUCKETS.variants),
    QUEUE_URL_PREFIX: `${aws.sqs}/000000000000/`,
    MAIL_FROM: chosenValue("MAIL_FROM", "Storefront <no-reply@storefront.example>"),
    MAIL_CONFIGURATION_SET: chosenValue("MAIL_CONFIGURATION_SET", TABLE),
    // An emulator without limits reports no rate of mails a second, so this sets a high one.
    MAIL_RATE: chosenValue("MAIL_RATE", sesLimits() ? "" : "200"),
    PUBLIC_URL: api,
    MEDIA_URL: `${api}/media`,
    SIGNING_SECRETS: JSON.stringify(secrets.signing),
    DATA_SECRET: secrets.data,
    CREDENTIALS_SECRET: secrets.credentials,
    BUDGETS: chosenValue("BUDGETS", JSON.stringify({ "*": [100_000, 3600] })),
    OUTBOUND_LOOPBACK: "1",
    ALLOWED_ORIGINS: chosenValue(
      "ALLOWED_ORIGINS",
      JSON.stringify([`${api}/${APP_SEGMENT}`, ...FRONT_END_URLS]),
    ),
    CONSOLE_URL: chosenValue("CONSOLE_URL", canBuild() ? `${api}/${CONSOLE_SEGMENT}` : ""),
    ALLOWED_REDIRECTS: chosenValue("ALLOWED_REDIRECTS", JSON.stringify(redirectUrls(api))),
    ...identityProvider(api),
    PLANS: chosenPlans(),
    SANDBOX_PAYMENTS: "1",
    SANDBOX_HOLD_SECONDS: chosenValue("SANDBOX_HOLD_SECONDS", "900"),
    LOCALHOST_ORIGINS: "1",
    SOCIAL_SANDBOX_URL: chosenValue("SOCIAL_SANDBOX_URL", `${api}/${SOCIAL_SEGMENT}`),
    SOCIAL_APPS: chosenValue("SOCIAL_APPS", "{}"),
    SOCIAL_TIMES: chosenValue("SOCIAL_TIMES", JSON.stringify(SOCIAL_TIMES)),
    LOCAL_CLOCK: "1",
    LOG_LEVEL: logLevel(),
    [STACK_MARK]: api,
  };
}

/** Warnings and errors by default, so that a local stack does not log a line for each request. */
export function logLevel(): string {
  return chosenValue("LOG_LEVEL", "WARN");
}

/** The variable `PLANS`: by default no plans, and so no limits; `demo` means the example plans. */
function chosenPlans(): string {
  const text = chosenValue("PLANS", "unlimited");
  return text === "demo" ? JSON.stringify(DEMO_PLANS) : text;
}

export function sesLimits(): SesLimits | undefined {
  const text = chosenValue("SES_LIMITS", "");
  return text ? SesLimits.parse(JSON.parse(text)) : undefined;
}

/** Delays of social publications, shorter than in production. */
const SOCIAL_TIMES = { rounds: [1, 2, 4], every: 4, until: 60, retry: 1, poll: 1 };

/** The URLs at which front ends usually run in development. */
const FRONT_END_URLS = [3000, 3001, 4200, 5173, 8080].flatMap((port) => [
  `http://localhost:${port}`,
  `http://127.0.0.1:${port}`,
]);

function redirectUrls(api: string): string[] {
  const pages = FRONT_END_URLS.flatMap((origin) => [
    origin,
    `${origin}/`,
    `${origin}/callback`,
    `${origin}/login`,
  ]);
  return [`${api}/${APP_SEGMENT}`, `${api}/${APP_SEGMENT}/callback`, ...pages];
}

function identityProvider(api: string): Record<string, string> {
  const issuer = chosenValue("OIDC_ISSUER", "");
  if (!issuer) return oidcEnvironment(api);
  const client = { OIDC_CLIENT_ID: chosenValue("OIDC_CLIENT_ID", "") };
  return { OIDC_ISSUER: issuer, ...client, OIDC_CLIENT_SECRET: chosenValue("OIDC_CLIENT_SECRET", "") };
}

// The user's value of a variable. Ignores variables that another stack has set in this process.
function chosenValue(name: string, otherwise: string): string {
  return (process.env[STACK_MARK] ? undefined : process.env[name]) || otherwise;
}

// An empty profile, because a profile of the user would send real credentials to an emulator.
const EMULATED_ACCOUNT = {
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  AWS_SESSION_TOKEN: "",
  AWS_PROFILE: "",
  AWS_EC2_METADATA_DISABLED: "true",
};

function userAccount(): Record<string, string> {
  if (process.env.AWS_PROFILE || process.env.AWS_ACCESS_KEY_ID) {
    return { AWS_REGION: process.env.AWS_REGION || REGION };
  }
  return { ...EMULATED_ACCOUNT, AWS_REGION: process.env.AWS_REGION || REGION };
}

/** The secrets from the stack's folder. Creates missing ones, in a file that only this user may read. */
export function stackSecrets(dir?: string): Secrets {
  if (!dir) return newSecrets();
  const file = join(dir, "secrets.json");
  try {
    return readSecrets(file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  const secrets = newSecrets();
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

function readSecrets(file: string): Secrets {
  const text = readFileSync(file, "utf8");
  try {
    const { signing, data, credentials = `credentials of ${data}` }: Partial<Secrets> = JSON.parse(text);
    if (Array.isArray(signing) && signing.length > 0 && typeof data === "string")
      return { signing, data, credentials };
  } catch {}
  throw new StartFailure(`${file} is damaged. Begin again with: npm start -- --fresh`);
}

function newSecrets(): Secrets {
  const secret = () => randomBytes(32).toString("base64url");
  const signing = [{ kid: `local-${randomBytes(4).toString("hex")}`, secret: secret() }];
  return { signing, data: secret(), credentials: secret() };
}
