import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LOCAL_SETTINGS, SETTINGS } from "#core/env.ts";
import { GUIDE_FILE, withSettingsTables } from "#infra/commands/settings-table.ts";
import { checkedSettings, invalidSettings } from "#infra/environment.ts";
import { stackEnvironment, stackSecrets } from "#infra/local/environment.ts";
import { refuseWrongSettings, STACK_SETTINGS } from "#infra/local/settings.ts";

test("the guide lists every environment variable that the code reads; npm run routes renews it", () => {
  const guide = readFileSync(GUIDE_FILE, "utf8");
  expect(withSettingsTables(guide) === guide).toBe(true);
  expect(guide).toContain("| `TABLE_NAME` |");
});

/** Invalid values for each variable with a schema. */
const WRONG_VALUES: Record<string, string[]> = {
  QUEUE_URL_PREFIX: ["queues"],
  SHARED_QUEUES: ["{oops", "[]", '{"a":1}'],
  MAIL_FROM: ["nobody", "Shop <nobody>"],
  MAIL_RATE: ["fast", "0", "-1"],
  SES_LIMITS: ["{oops", '{"perSecond":"many"}', '{"perMinute":1}'],
  PUBLIC_URL: ["shop", "ftp://shop.example", "https://shop.example/"],
  MEDIA_URL: ["https://media.example/"],
  CONSOLE_URL: ["console", "https://console.example/"],
  SIGNING_SECRETS_ARN: ["secret"],
  DATA_SECRET_ARN: ["secret"],
  CREDENTIALS_SECRET_ARN: ["secret"],
  SIGNING_SECRETS: ["secret", "[]", '[{"kid":"a"}]'],
  ALLOWED_ORIGINS: ["https://shop.example", '["shop.example"]'],
  ALLOWED_REDIRECTS: ["{}", '["shop.example"]'],
  REQUIRE_STATE: ["yes", "true"],
  TRUSTED_PROXIES: ["10.0.0.0/8", '{"networks":["10.0.0.0"]}', '{"secret":"plain"}'],
  OIDC_ISSUER: ["accounts.google.com"],
  OIDC_CLIENT_SECRET_ARN: ["secret"],
  SOCIAL_APPS_ARN: ["secret"],
  SOCIAL_APPS: ["{oops", '{"facebook_page":{"id":"1"}}'],
  SOCIAL_SANDBOX_URL: ["sandbox"],
  SOCIAL_TIMES: ["{oops", '{"rounds":[]}', '{"every":"hour"}'],
  SOCIAL_HOSTS: ['{"https://graph.example":"here"}'],
  BUDGETS: ["{oops", '{"codes":5}', '{"codes":[0,1]}'],
  OUTBOUND_LOOPBACK: ["localhost:3000"],
  PLANS: ["{oops", "free", "[]", '[{"id":"pro"}]'],
  SANDBOX_PAYMENTS: ["on"],
  SANDBOX_HOLD_SECONDS: ["soon"],
  BILLING_STRIPE_ARN: ["secret"],
  BILLING_STRIPE: ["sk_live_1", '{"webhook_secrets":[]}'],
  STRIPE_API: ["stripe"],
  SHIPPO_URL: ["shippo"],
  LOCALHOST_ORIGINS: ["yes"],
  LOCAL_CLOCK: ["yes"],
  LOG_LEVEL: ["loud", "warn"],
  PORT: ["80.5", "-1", "65536", "http"],
  LOCAL_PATIENCE: ["none", "0"],
  PAYMENTS: ["stripee", "stripe"],
  AWS_ENDPOINT_URL_DYNAMODB: ["localhost:8000"],
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: ["localhost:8000"],
  AWS_ENDPOINT_URL_S3: ["s3"],
  AWS_ENDPOINT_URL_SQS: ["sqs"],
  AWS_ENDPOINT_URL_SNS: ["sns"],
  AWS_ENDPOINT_URL_SES: ["ses"],
};
/** Variables that accept any text. */
const ANY_TEXT =
  /^(TABLE_NAME|.*_BUCKET|MAIL_CONFIGURATION_SET|DATA_SECRET|CREDENTIALS_SECRET|OIDC_CLIENT_(ID|SECRET)|AI_MODEL|LOCAL_DIR)$/;

test.each(Object.entries({ ...SETTINGS, ...STACK_SETTINGS }))(
  "an invalid %s is refused with its name and what it accepts, but without its value",
  (name, meaning) => {
    expect(ANY_TEXT.test(name) === (WRONG_VALUES[name] === undefined), name).toBe(true);
    for (const value of WRONG_VALUES[name] ?? []) {
      let message = "";
      try {
        refuseWrongSettings({ [name]: value, OIDC_CLIENT_ID: "id" });
      } catch (error) {
        message = error instanceof Error ? error.message : "";
      }
      expect(message, value).toMatch(new RegExp(`^The variable ${name} is refused`));
      expect(message).not.toContain("\n");
      expect(message.endsWith(`It accepts: ${meaning}.`)).toBe(true);
      if (value.length > 2) expect(message.replace(meaning, "")).not.toContain(value);
    }
  },
);

test("all errors are listed at once, with an issuer without a client", () => {
  const wrong = { PLANS: "{oops", PAYMENTS: "stripee", OIDC_ISSUER: "https://id.example" };
  expect(() => refuseWrongSettings(wrong)).toThrow(
    /^The variable PLANS [^\n]+\nThe variable PAYMENTS [^\n]+\nThe variable OIDC_ISSUER needs OIDC_CLIENT_ID [^\n]+$/,
  );
});

test("values that the local stack sets, and values that people usually set, are accepted", () => {
  const aws = { dynamodb: "http://127.1.2.3:1", s3: "http://h:2", sqs: "http://h:3", ses: "http://h:4" };
  const own = stackEnvironment({ api: "http://h:5", aws, foreign: {}, secrets: stackSecrets() });
  expect(invalidSettings(own)).toEqual([]);
  refuseWrongSettings({ ...own, PLANS: "demo", PAYMENTS: "stripe-local", PORT: "0" });
  refuseWrongSettings({ PLANS: "", MAIL_FROM: "shop@example.com", MAIL_RATE: "", SOMETHING_ELSE: "{oops" });
});

test("no function is deployed with a setting that it cannot read, or with one of the local stack", () => {
  const known = (value: string) => !value.startsWith("token");
  expect(checkedSettings({ PUBLIC_URL: "token/", PLANS: "unlimited" }, known)).toEqual({
    PUBLIC_URL: "token/",
    PLANS: "unlimited",
  });
  expect(() => checkedSettings({ MAIL_FROM: "nobody" }, known)).toThrow(/^The variable MAIL_FROM is refused/);
  for (const name of Object.keys(LOCAL_SETTINGS))
    expect(() => checkedSettings({ [name]: "token" }, known)).toThrow(new RegExp(`may have ${name}`));
});
