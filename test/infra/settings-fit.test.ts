import * as lambda from "aws-cdk-lib/aws-lambda";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as manifest from "#functions/manifest.ts";
import { type Config, configOf, ENVIRONMENTS } from "#infra/config.ts";
import { MAX_ENVIRONMENT_BYTES, UNKNOWN_VALUE_BYTES } from "#infra/environment.ts";
import { bundledSettings } from "#infra/function-settings.ts";
import { Settings, type SettingsInput } from "#infra/settings.ts";
import { type Synthesis, synthesise } from "./synthesis.ts";

const MAX_REGION = 24;
const MAX_PREFIX = "storefront-12345678901-staging-".length;
/**
 * The ARN of a secret ends with a hyphen and six characters:
 * https://docs.aws.amazon.com/secretsmanager/latest/userguide/whats-in-a-secret.html.
 */
const MAX_SECRET_ARN =
  "arn:aws-us-gov:secretsmanager::111122223333:secret:-abcdef".length +
  MAX_REGION +
  MAX_PREFIX +
  "credentials".length;
/**
 * Lengths of the longest values that only a deployment knows. URLs of APIs:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-publish.html, of distributions:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/GettingStarted.SimpleDistribution.html,
 * names of buckets: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html.
 */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  TABLE_NAME: MAX_PREFIX + "table".length,
  MEDIA_BUCKET: 63,
  VARIANTS_BUCKET: 63,
  QUEUE_URL_PREFIX: "https://sqs..amazonaws.com.cn/111122223333/".length + MAX_REGION + MAX_PREFIX,
  PUBLIC_URL: "https://abcdefghij.execute-api..amazonaws.com.cn".length + MAX_REGION,
  MEDIA_URL: "https://d111111abcdef8.cloudfront.net".length,
  CONSOLE_URL: "https://d111111abcdef8.cloudfront.net/console".length,
  SIGNING_SECRETS_ARN: MAX_SECRET_ARN,
  DATA_SECRET_ARN: MAX_SECRET_ARN,
  CREDENTIALS_SECRET_ARN: MAX_SECRET_ARN,
};

/** A host name of that length; each label between dots has at most 63 characters. */
function hostOf(length: number): string {
  const letters = "a".repeat(length - ".com".length);
  return `${letters.replace(/a{40}(?=a{2})/g, (label) => `${label.slice(1)}.`)}.com`;
}
const lengthsBetween = (least: number, most: number) =>
  fc.oneof(fc.constant(most), fc.integer({ min: least, max: most }));
const hosts = lengthsBetween(8, 253).map(hostOf);
const urls = (most: number) =>
  lengthsBetween(30, most).map((length) => `https://shop.test/${"p".repeat(length - 18)}`);
const secretArnOf = (length: number) =>
  `${"arn:aws-us-gov:secretsmanager:us-gov-west-1:111122223333:secret:".padEnd(length - 7, "s")}-abcdef`;
const arns = lengthsBetween(80, 640).map(secretArnOf);
const certificateArns = lengthsBetween(80, 640).map((length) =>
  `arn:aws:acm:us-east-1:111122223333:certificate/${"c".repeat(640)}`.slice(0, length),
);
const domains = fc.record({ name: hosts, certificateArn: certificateArns });
const listsOf = <T>(each: fc.Arbitrary<T>, most: number) =>
  fc.tuple(each, lengthsBetween(0, most)).map(([value, length]) => Array.from({ length }, () => value));
const texts = (most: number) => lengthsBetween(1, most).map((length) => "x".repeat(length));

/** Valid values for each key, the longest ones included. */
const SETTING_VALUES: { [K in keyof Settings]-?: fc.Arbitrary<NonNullable<Settings[K]>> } = {
  prefix: lengthsBetween(1, 20).map((length) => "p".repeat(length)),
  target: fc.record({
    account: fc.constant("111122223333"),
    region: fc.constantFrom("us-gov-west-1", "ap-southeast-1", "us-isob-east-1", "eusc-de-east-1"),
  }),
  grain: fc.constantFrom("endpoint", "domain"),
  logLevel: fc.constantFrom("DEBUG", "INFO", "WARN"),
  systemLogLevel: fc.constantFrom("INFO", "WARN"),
  logRetentionDays: fc.constantFrom(1, 30, 90, 3653),
  protect: fc.boolean(),
  tracing: fc.boolean(),
  alarms: fc.constant({ email: "alarms@shop.test" }),
  mail: fc
    .record({
      domain: lengthsBetween(8, 185).map(hostOf),
      local: lengthsBetween(1, 64),
      name: lengthsBetween(0, 140),
      letter: fc.constantFrom("n", "ä", "店"),
    })
    .map(({ domain: identity, local, name, letter }) => ({
      from: `${letter.repeat(name)} <${"l".repeat(local)}@${identity}>`.trim(),
      identity,
    })),
  payments: fc.record({ sandbox: fc.boolean(), billingSecretArn: arns }),
  plans: listsOf(fc.constant(0), 49).map((list) =>
    [...list, 0].map((amount, index) => ({
      id: `${index}`.padStart(50, "i"),
      name: "n".repeat(100),
      tier: index,
      price: { amount, currency: "EUR", interval: "month" as const },
      features: {},
      provider_price: "p".repeat(200),
    })),
  ),
  throttle: fc.constant({ rate: 10, burst: 10 }),
  table: fc.record({ name: texts(252).map((name) => `tab${name}`), streamArn: arns }),
  secrets: lengthsBetween(80, 128).map((length) => {
    const secretArn = secretArnOf(length);
    return { signing: secretArn, data: secretArn, credentials: secretArn };
  }),
  apiDomain: domains,
  console: fc.boolean(),
  consoleDomain: domains,
  mediaDomain: domains,
  trustedProxies: fc.record({
    networks: listsOf(fc.constant("2001:db8:1111:2222:3333:4444:5555:6666/128"), 1000),
    secret: fc.constant("f".repeat(64)),
  }),
  signIn: fc.record({
    origins: listsOf(urls(512), 100),
    redirects: listsOf(urls(512), 100),
    requireState: fc.boolean(),
    oidc: fc.record({ issuer: urls(512), clientId: texts(512), clientSecretArn: arns }),
  }),
  social: fc.record({ appsSecretArn: arns }),
  reserved: fc.constant({ signIn: 5, media: 10, bulk: 5 }),
  concurrency: fc.constant(1000),
  queueConcurrency: fc.constantFrom(2, 20, 1000),
  budgets: lengthsBetween(0, 200).map((length) =>
    Object.fromEntries(
      Array.from({ length }, (_, index): [string, [number, number]] => [
        `${index}`.padStart(100, "b"),
        [1, 60],
      ]),
    ),
  ),
  aiModels: listsOf(texts(140), 5),
};
const randomSettings = fc.record(SETTING_VALUES, { requiredKeys: [] });

describe("settings that fit their schema", () => {
  test("fit into the environment of every function", { timeout: 240_000 }, () => {
    const few = { ...manifest, operations: manifest.operations.slice(0, 5) };
    fc.assert(
      fc.property(fc.constantFrom(...ENVIRONMENTS), randomSettings, (name, settings) => {
        const config = configOf(name, settings);
        expect(largestBytes(synthesise(config, few, { codeOf: stubCode }))).toBeLessThanOrEqual(
          MAX_ENVIRONMENT_BYTES,
        );
        expect(Buffer.byteLength(JSON.stringify(bundledSettings(config)))).toBeLessThan(256 * 1024);
      }),
      { numRuns: 25 },
    );
  });

  test.each(
    ENVIRONMENTS.flatMap((name) => (["endpoint", "domain"] as const).map((grain) => ({ name, grain }))),
  )("at their longest fit in $name with a function for each $grain", ({ name, grain }) => {
    const system = synthesise({ ...longestOf(name), grain }, manifest, { codeOf: stubCode });
    expect(largestBytes(system)).toBeLessThanOrEqual(MAX_ENVIRONMENT_BYTES);
    // A role's policies may have 10,240 characters without spaces.
    for (const { logicalId, properties } of system.ofType("AWS::IAM::Role"))
      expect(JSON.stringify(properties.Policies ?? []).length, logicalId).toBeLessThan(10_240);
  });

  test("are bounded: no text, list or record has an unlimited length", () => {
    const shape = z.toJSONSchema(Settings, { io: "input" });
    // A refinement limits the number of names.
    expect(unboundedFields(shape)).toEqual([]);
    expect(
      Settings.shape.budgets.safeParse(
        Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`${i}`, [1, 1]])),
      ).success,
    ).toBe(false);
  });
});

test("values that only a deployment knows are no longer than assumed", () => {
  for (const [name, bytes] of Object.entries(MAX_LENGTHS))
    expect(bytes, name).toBeLessThanOrEqual(UNKNOWN_VALUE_BYTES);
});

describe("settings that AWS would refuse during a deployment", () => {
  const secret = "arn:aws:secretsmanager:eu-central-1:111122223333:secret:";
  const oidc = { issuer: "https://id.test", clientId: "id" };
  const logs = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922];
  const mail = (from: string, identity: string) => ({ mail: { from, identity } });
  // Name, AWS property, invalid settings, valid settings.
  test.each<[name: string, source: string, refused: SettingsInput[], taken: SettingsInput[]]>([
    [
      "logRetentionDays",
      "https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html",
      [0, 2, 31, 45, 100, 364, 1000, 3654, 9999].map((days) => ({ logRetentionDays: days })),
      [...logs, 3288, 3653].map((days) => ({ logRetentionDays: days })),
    ],
    [
      "queueConcurrency",
      "https://docs.aws.amazon.com/lambda/latest/api/API_ScalingConfig.html",
      [{ queueConcurrency: 1 }, { queueConcurrency: 1001 }],
      [{ queueConcurrency: 2 }, { queueConcurrency: 1000 }],
    ],
    [
      "throttle.burst",
      "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-apigatewayv2-stage-routesettings.html",
      [{ throttle: { rate: 1, burst: 0.5 } }, { throttle: { rate: 1, burst: 0 } }],
      [{ throttle: { rate: 0.5, burst: 1 } }],
    ],
    [
      "payments.billingSecretArn",
      "https://docs.aws.amazon.com/secretsmanager/latest/userguide/whats-in-a-secret.html",
      [`${secret}stripe`, "arn:aws:ssm:eu-central-1:111122223333:parameter/stripe-AbCdEf"].map((arn) => ({
        payments: { billingSecretArn: arn },
      })),
      [{ payments: { billingSecretArn: `${secret}stripe-AbCdEf` } }],
    ],
    [
      "social.appsSecretArn",
      "as above",
      [{ social: { appsSecretArn: `${secret}apps` } }],
      [{ social: { appsSecretArn: `${secret}apps-AbCdEf` } }],
    ],
    [
      "signIn.oidc.clientSecretArn",
      "as above",
      [{ signIn: { oidc: { ...oidc, clientSecretArn: `${secret}oidc` } } }],
      [{ signIn: { oidc: { ...oidc, clientSecretArn: `${secret}oidc-AbCdEf` } } }],
    ],
    [
      "mail.from",
      "https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html",
      [
        mail("no-reply@shop.test", "other.test"),
        mail("no-reply@notshop.test", "shop.test"),
        mail("no-reply@shop.test", "mail.shop.test"),
        mail("no-reply@shop.test", "hello@shop.test"),
      ],
      [
        mail("no-reply@shop.test", "shop.test"),
        mail("Shop <no-reply@mail.shop.test>", "shop.test"),
        mail("No-Reply@Shop.test", "no-reply@shop.test"),
        mail("no-reply@bücher.test", "xn--bcher-kva.test"),
      ],
    ],
  ])("are refused before it, and valid ones accepted: %s", (name, _, refused, accepted) => {
    const says = new RegExp(`The setting ${name.replaceAll(".", "\\.")} of prod is not valid`);
    for (const given of refused) expect(() => configOf("prod", given), JSON.stringify(given)).toThrow(says);
    for (const given of accepted) expect(() => configOf("prod", given), JSON.stringify(given)).not.toThrow();
  });
});

function stubCode() {
  return {
    assetIn: () => lambda.Code.fromInline("exports.handler = async () => ({})"),
    handlerOf: () => "index.handler",
  };
}

/** Every setting at its longest. */
function longestOf(name: (typeof ENVIRONMENTS)[number]): Config {
  const longest = fc.sample(fc.record(SETTING_VALUES), { numRuns: 300, seed: 1 });
  const by = <K extends keyof Settings>(key: K) =>
    longest.map((each) => each[key]).toSorted((one, other) => bytesOf(other) - bytesOf(one))[0];
  const each = Object.fromEntries(Settings.keyof().options.map((key) => [key, by(key)]));
  return configOf(name, { ...each, console: true });
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

const Environment = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional(),
});

/** Size of the largest function environment, in bytes. */
function largestBytes(system: Synthesis): number {
  const sizes = system.ofType("AWS::Lambda::Function").map(({ properties }) => {
    const variables = Environment.parse(properties).Environment?.Variables ?? {};
    return Object.entries(variables).reduce((sum, [name, value]) => {
      const most = typeof value === "string" ? Buffer.byteLength(value) : MAX_LENGTHS[name];
      if (most === undefined) throw new Error(`Nobody says how long ${name} can be.`);
      return sum + name.length + most;
    }, 0);
  });
  return Math.max(...sizes);
}

const BOUNDED_FORMATS = ["hostname", "cidrv4", "cidrv6", "email"];

function unboundedFields(schema: unknown, path: string[] = []): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const found = z.looseObject({ type: z.string().optional(), format: z.string().optional() }).parse(schema);
  const isText = found.type === "string" && !("enum" in found) && !("const" in found);
  const closed =
    "maxLength" in found || BOUNDED_FORMATS.includes(found.format ?? "") || isBounded(found.pattern);
  const here =
    (isText && !closed) || (found.type === "array" && !("maxItems" in found) && !("prefixItems" in found));
  const inner = Object.entries(found).flatMap(([key, value]) =>
    key === "properties" || typeof value !== "object" || value === null
      ? Object.entries(key === "properties" && value ? value : {}).flatMap(([name, each]) =>
          unboundedFields(each, [...path, name]),
        )
      : (Array.isArray(value) ? value : [value]).flatMap((each) => unboundedFields(each, path)),
  );
  return [...(here ? [path.join(".")] : []), ...inner];
}

/** Whether a pattern is anchored and bounded. */
function isBounded(pattern: unknown): boolean {
  return typeof pattern === "string" && pattern.endsWith("$") && !/[*+]|\{\d+,\}/.test(pattern);
}
