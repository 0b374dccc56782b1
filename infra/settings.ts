import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { isSender, isSenderOf, mailDomain } from "#core/mail/address.ts";
import { Plans } from "#lib/tenancy/plans/schema.ts";

// Functions that sign people in, that transform pictures for any visitor, and that work in the background.
const CONCURRENCY_CLASSES = ["signIn", "media", "bulk"] as const;
export type ConcurrencyClass = (typeof CONCURRENCY_CLASSES)[number];

const Arn = z.string().max(640).regex(/^arn:/, "must be an ARN");
const UrlList = z.array(z.url().max(512)).max(100);
const Domain = z.strictObject({ name: z.hostname(), certificateArn: Arn });
/** A role needs the full ARN with the six characters at its end. */
const SecretArn = Arn.regex(
  /^arn:[a-z-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:.+-[A-Za-z0-9]{6}$/,
  "must be the ARN of a secret",
);
/** The secret of an earlier deployment; its ARN is in the functions' environment. */
const KeptSecretArn = SecretArn.max(128);
/** The only retention periods, in days, that CloudWatch accepts. */
const RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];
const EdgeDomain = Domain.extend({
  certificateArn: Arn.regex(/^arn:[a-z-]+:acm:us-east-1:/, "must be of a certificate in us-east-1"),
});

export const Settings = z.strictObject({
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, "must be up to 20 lower-case letters, digits and hyphens")
    .describe("begins every physical name"),
  target: z
    .strictObject({
      account: z.string().regex(/^\d{12}$/, "must have 12 digits"),
      region: z
        .string()
        .regex(/^[a-z]{2,5}(-[a-z]+)+-\d$/, "must be a region such as eu-central-1")
        .max(24),
    })
    .optional()
    .describe("account and region; default: those of the caller's credentials"),
  grain: z
    .enum(["endpoint", "domain"])
    .describe("one function for each operation that visitors call, or one for each domain"),
  logLevel: z.enum(["DEBUG", "INFO", "WARN"]).describe("what functions log"),
  systemLogLevel: z
    .enum(["INFO", "WARN"])
    .describe("INFO adds a line on start, memory and time of each invocation, about 0.75 USD a million"),
  logRetentionDays: z
    .int()
    .refine((days) => RETENTION_DAYS.includes(days), `must be one of ${RETENTION_DAYS.join(", ")}`)
    .describe("days that logs are kept, as CloudWatch takes them, such as 30, 90, 365 or 3653"),
  protect: z.boolean().describe("keeps data when the stack is deleted, and protects the table"),
  tracing: z.boolean().describe("traces requests with X-Ray"),
  alarms: z
    .strictObject({ email: z.email().optional() })
    .describe("the address that gets alarms by mail; every environment has all alarms"),
  mail: z
    .strictObject({
      from: z
        .string()
        .max(400)
        .refine(isSender, "must be an address, with or without a name before it in <>"),
      identity: z
        .string()
        .max(254)
        .refine((text) => isSender(text) || mailDomain(text) !== undefined, "must be a domain or an address")
        .optional(),
    })
    .refine(({ from, identity }) => identity === undefined || isSenderOf(identity, from), {
      path: ["from"],
      message: "must be an address of mail.identity",
    })
    .describe(
      "sender of mails, and the domain or address that SES verifies; omit the identity if it is verified elsewhere",
    ),
  payments: z
    .strictObject({ sandbox: z.boolean().default(false), billingSecretArn: SecretArn.optional() })
    .describe(
      "whether stores without a payment provider accept sandbox payments, which charge nothing; the secret with the platform's own Stripe account, which bills for plans: {secret_key, webhook_secrets: []}",
    ),
  plans: Plans.max(50).optional().describe("plans of the platform; without them nothing is limited"),
  throttle: z
    .strictObject({ rate: z.number().positive(), burst: z.int().positive() })
    .describe("requests a second over the whole API, and how far a burst may go above"),
  table: z
    .strictObject({
      name: z.string().regex(/^[A-Za-z0-9_.-]{3,255}$/, "must be the name of a table"),
      streamArn: Arn,
    })
    .optional()
    .describe(
      "a table that was restored, in place of the one that the stack made; `npm run admin -- restore` prints it",
    ),
  secrets: z
    .strictObject({ signing: KeptSecretArn, data: KeptSecretArn, credentials: KeptSecretArn })
    .optional()
    .describe("ARNs of secrets that stayed after a teardown, in place of those that the stack makes"),
  apiDomain: Domain.optional().describe("own name of the API"),
  console: z.boolean().describe("deploys the console, to which mails to the people of a store then lead"),
  consoleDomain: EdgeDomain.optional().describe(
    "own name of the console; its certificate is one of us-east-1",
  ),
  mediaDomain: EdgeDomain.optional().describe("own name of the CDN; its certificate is one of us-east-1"),
  trustedProxies: z
    .strictObject({
      networks: z
        .array(z.union([z.cidrv4(), z.cidrv6()]))
        .max(1000)
        .optional(),
      secret: z
        .string()
        .regex(/^[0-9a-f]{64}$/i, "must be a SHA-256 in hex")
        .optional(),
    })
    .optional()
    .describe(
      "your proxy in front of the API, such as a CDN, which names the caller in x-forwarded-for: its networks, or the SHA-256 of a long random text that it sends as x-proxy-secret; without it all callers behind it share one address",
    ),
  signIn: z
    .strictObject({
      origins: UrlList.default([]),
      redirects: UrlList.default([]),
      requireState: z.boolean().optional(),
      oidc: z
        .strictObject({
          issuer: z.url().max(512),
          clientId: z.string().min(1).max(512),
          clientSecretArn: SecretArn,
        })
        .optional(),
    })
    .describe(
      "sites from which people sign in, and to which links in mails lead, the first by default; addresses to which the identity provider may return; whether a sign-in must return its state; the identity provider behind GOOGLE",
    ),
  social: z
    .strictObject({ appsSecretArn: SecretArn })
    .optional()
    .describe("the secret with the apps at social networks, as SOCIAL_APPS has them"),
  reserved: z
    .partialRecord(z.enum(CONCURRENCY_CLASSES), z.int().min(1))
    .describe("reserved concurrency for each function of a class; ask AWS for a higher quota first"),
  concurrency: z
    .int()
    .min(10)
    .describe("functions that the account may run concurrently; an alarm is raised at four fifths of it"),
  queueConcurrency: z
    .int()
    .min(2)
    .max(1000)
    .describe("concurrent copies of one queue's worker, unless the worker declares its own number"),
  budgets: z
    .record(z.string().max(100), z.tuple([z.int().min(1), z.int().min(1)]))
    .refine((budgets) => Object.keys(budgets).length <= 200, "must have at most 200 names")
    .optional()
    .describe("over the default rate budgets: {name: [count, seconds]}"),
  aiModels: z
    .array(z.string().min(1).max(140))
    .max(5)
    .describe(
      "Bedrock models that functions can call; the first one is used; in a region that needs an inference profile, name the profile, such as eu.amazon.nova-lite-v1:0",
    ),
});
export type Settings = z.output<typeof Settings>;

/** A key replaces the whole default: objects are not merged. */
const SettingsInput = Settings.partial();
export type SettingsInput = z.input<typeof SettingsInput>;

/** Settings as JSON, which override those of the file. */
const SETTINGS_VARIABLE = "STOREFRONT_SETTINGS";
const ROOT = resolve(import.meta.dirname, "..");

export function settingsFile(environment: string): string {
  return `settings.${environment}.json`;
}

/** Reads the file `settings.<environment>.json`, and the variable, which overrides it. */
export function readSettings(
  environment: string,
  { folder = ROOT, variable = process.env[SETTINGS_VARIABLE] }: { folder?: string; variable?: string } = {},
): SettingsInput {
  const file = settingsFile(environment);
  return {
    ...parseSettings(file, textOf(resolve(folder, file))),
    ...parseSettings(`the variable ${SETTINGS_VARIABLE}`, variable),
  };
}

/** @throws Error with one line for an invalid setting */
export function applySettings<T extends Settings>(defaults: T, input: SettingsInput, environment: string): T {
  const checked = Settings.safeParse({ ...definedFields(defaults), ...input });
  if (checked.success) return { ...defaults, ...checked.data };
  const [issue] = checked.error.issues;
  throw new Error(
    `The setting ${issue?.path.join(".")} of ${environment} is not valid: ${issue?.message}. See infra/guide.md.`,
  );
}

/** Rejects example domains, which never receive anything. */
export function refuseExamples(settings: Settings & { environment: string }): void {
  const { environment } = settings;
  if (environment === "dev") return;
  const found = textsOf(definedFields(settings)).filter(([, text]) =>
    /(^|[@./])example\.(com|org|net)\b/i.test(text),
  );
  if (found.length === 0) return;
  const list = found.map(([path, text]) => `${path} is ${text}`).join(", ");
  const example = `{"mail": {"from": "no-reply@<your domain>", "identity": "<your domain>"}, "alarms": {"email": "<your address>"}}`;
  throw new Error(
    `${environment} needs addresses of yours: ${list}. Put them into ${settingsFile(environment)}, or into the variable ${SETTINGS_VARIABLE}, as ${example}.`,
  );
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function parseSettings(source: string, text: string | undefined): SettingsInput {
  if (text === undefined || text.trim() === "") return {};
  const checked = SettingsInput.safeParse(jsonOf(source, text));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const at = issue?.path.length ? `: ${issue.path.join(".")}` : "";
  throw new Error(`In ${source}${at}: ${issue?.message}. See infra/guide.md for the settings there are.`);
}

function jsonOf(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`In ${source}: ${error instanceof Error ? error.message : "it is not JSON"}`);
  }
}

function definedFields(settings: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in Settings.shape));
}

function textsOf(value: unknown, path: string[] = []): [path: string, text: string][] {
  if (typeof value === "string") return [[path.join("."), value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, [...path, name]));
}
