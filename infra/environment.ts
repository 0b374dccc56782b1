import * as z from "zod";
import { LOCAL_SETTINGS, SETTINGS, type Setting } from "#core/env.ts";
import { isSender } from "#core/mail/address.ts";
import { Apps } from "#lib/engagement/social/apps.ts";
import { Times } from "#lib/engagement/social/times.ts";
import { PlatformSecrets } from "#lib/money/subscriptions/stripe-account.ts";
import { Plans } from "#lib/tenancy/plans/schema.ts";
import { Settings } from "./settings.ts";

/** The schema of a variable's text. */
type TextSchema = z.ZodType<unknown, string>;

const Text = z.string();
const Flag = z.enum(["0", "1"], "must be 0 or 1");
const Arn = z.string().regex(/^arn:/, "must be an ARN");
export const HttpUrl = z.url({ protocol: /^https?$/, error: "must be an address with http:// or https://" });
const BareUrl = HttpUrl.refine((address) => !address.endsWith("/"), "must have no slash at its end");
const Mailbox = z.string().refine(isSender, "must be an address");
const PositiveNumber = z.string().refine((text) => Number(text) > 0, "must be a number above 0");

/** Limits of the local SES account; each is optional. */
export const SesLimits = z.strictObject({
  perSecond: z.number().positive().optional(),
  perDay: z.int().nonnegative().optional(),
  /** Puts the account into the sandbox with these verified addresses and domains. */
  verified: z.array(z.string().toLowerCase()).optional(),
});
export type SesLimits = z.output<typeof SesLimits>;

export const SETTING_SCHEMAS: Readonly<Record<Setting, TextSchema>> = {
  TABLE_NAME: Text,
  MEDIA_BUCKET: Text,
  VARIANTS_BUCKET: Text,
  QUEUE_URL_PREFIX: HttpUrl,
  SHARED_QUEUES: jsonOf(z.record(z.string(), z.string())),
  MAIL_FROM: Mailbox,
  MAIL_CONFIGURATION_SET: Text,
  MAIL_RATE: PositiveNumber,
  SES_LIMITS: jsonOf(SesLimits),
  PUBLIC_URL: BareUrl,
  MEDIA_URL: BareUrl,
  CONSOLE_URL: BareUrl,
  SIGNING_SECRETS_ARN: Arn,
  DATA_SECRET_ARN: Arn,
  CREDENTIALS_SECRET_ARN: Arn,
  SIGNING_SECRETS: jsonOf(z.array(z.object({ kid: z.string().min(1), secret: z.string().min(1) })).min(1)),
  DATA_SECRET: Text,
  CREDENTIALS_SECRET: Text,
  ALLOWED_ORIGINS: jsonOf(z.array(HttpUrl)),
  ALLOWED_REDIRECTS: jsonOf(z.array(HttpUrl)),
  REQUIRE_STATE: Flag,
  TRUSTED_PROXIES: jsonOf(Settings.shape.trustedProxies.unwrap()),
  OIDC_ISSUER: HttpUrl,
  OIDC_CLIENT_ID: Text,
  OIDC_CLIENT_SECRET_ARN: Arn,
  OIDC_CLIENT_SECRET: Text,
  SOCIAL_APPS_ARN: Arn,
  SOCIAL_APPS: jsonOf(Apps),
  SOCIAL_SANDBOX_URL: BareUrl,
  SOCIAL_TIMES: jsonOf(Times.partial()),
  SOCIAL_HOSTS: jsonOf(z.record(HttpUrl, HttpUrl)),
  AI_MODEL: Text,
  BUDGETS: jsonOf(Settings.shape.budgets.unwrap()),
  OUTBOUND_LOOPBACK: Flag,
  PLANS: wordOr(["unlimited"], jsonOf(Plans)),
  SANDBOX_PAYMENTS: Flag,
  SANDBOX_HOLD_SECONDS: PositiveNumber,
  BILLING_STRIPE_ARN: Arn,
  BILLING_STRIPE: jsonOf(PlatformSecrets),
  STRIPE_API: HttpUrl,
  SHIPPO_URL: HttpUrl,
  LOCALHOST_ORIGINS: Flag,
  LOCAL_PATIENCE: PositiveNumber,
  LOCAL_CLOCK: Flag,
  LOG_LEVEL: z.enum(
    ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "CRITICAL", "SILENT"],
    "there is no such level",
  ),
};

/**
 * One line for each invalid variable, with its name and what it accepts. The value is left out, as some are
 * secrets.
 *
 * @param accepted schema by name; unnamed and empty variables are not checked
 * @param meanings a description for each name
 */
export function invalidSettings(
  variables: Readonly<Record<string, string | undefined>>,
  accepted: Readonly<Record<string, TextSchema>> = SETTING_SCHEMAS,
  meanings: Readonly<Record<string, string>> = SETTINGS,
): string[] {
  return Object.entries(accepted).flatMap(([name, schema]) => {
    const text = variables[name];
    const checked = text ? schema.safeParse(text) : undefined;
    if (!checked || checked.success) return [];
    const [issue] = checked.error.issues;
    const at = issue?.path.length ? ` at ${issue.path.join(".")}` : "";
    return [`The variable ${name} is refused${at}: ${issue?.message}. It accepts: ${meanings[name]}.`];
  });
}

/** Lambda's limit for all names and values of an environment. */
export const MAX_ENVIRONMENT_BYTES = 4096;
/** The assumed size of a value that only the deployment knows: an ARN or a URL. */
export const UNKNOWN_VALUE_BYTES = 128;

/**
 * Returns the environment of a function after checking it.
 *
 * @param isKnown whether a value is known before the deployment
 * @throws Error when the function could not read a variable, or Lambda would refuse their size
 */
export function checkedEnvironment<V extends Readonly<Record<string, string>>>(
  variables: V,
  isKnown: (value: string) => boolean,
): V {
  const sizes = Object.entries(variables).map(([name, value]): [name: string, bytes: number] => [
    name,
    Buffer.byteLength(name) + (isKnown(value) ? Buffer.byteLength(value) : UNKNOWN_VALUE_BYTES),
  ]);
  const bytes = sizes.reduce((sum, [, each]) => sum + each, 0);
  const [largest] = sizes.toSorted(([, one], [, other]) => other - one);
  if (bytes > MAX_ENVIRONMENT_BYTES)
    throw new Error(
      `The environment of a function has ${bytes} bytes, and Lambda takes ${MAX_ENVIRONMENT_BYTES}. Most of it is ${largest?.[0]}.`,
    );
  return checkedSettings(variables, isKnown);
}

/**
 * Returns settings of a function after checking them.
 *
 * @param isKnown whether a value is known before the deployment
 * @throws Error naming the first setting that is invalid, or allowed on a local stack only
 */
export function checkedSettings<V extends Readonly<Record<string, string>>>(
  variables: V,
  isKnown: (value: string) => boolean = () => true,
): V {
  const misplaced = Object.keys(variables).find((name) => name in LOCAL_SETTINGS);
  if (misplaced)
    throw new Error(`No deployed function may have ${misplaced}: ${Reflect.get(LOCAL_SETTINGS, misplaced)}.`);
  const knownValues = Object.fromEntries(Object.entries(variables).filter(([, value]) => isKnown(value)));
  const [wrong] = invalidSettings(knownValues);
  if (wrong) throw new Error(wrong);
  return variables;
}

function jsonOf(schema: z.ZodType): TextSchema {
  return z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "it is not JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** Accepts some words and whatever another schema accepts. Errors are those of the schema. */
export function wordOr(words: readonly string[], other: TextSchema): TextSchema {
  return z.string().superRefine((text, context) => {
    if (words.includes(text)) return;
    for (const issue of other.safeParse(text).error?.issues ?? [])
      context.addIssue({ ...issue, code: "custom" });
  });
}
