import { given } from "./given.ts";

/** Settings of the local stack; no deployed function may have one. */
export const LOCAL_SETTINGS = {
  MAIL_RATE: "mails a second, in place of the rate that SES grants the account; only the local stack sets it",
  SES_LIMITS:
    'JSON {perSecond?, perDay?, verified?: []}, such as {"perSecond":1,"perDay":200,"verified":["ada@example.com"]}: quotas that the SES of the local stack keeps, and in its sandbox the verified addresses and domains; without it there are none; only the local stack reads it',
  SOCIAL_HOSTS: "JSON {origin: origin}: stand-ins for the hosts of networks; only tests set it",
  OUTBOUND_LOOPBACK:
    "1 lets webhooks and downloads reach any port of localhost; only the local stack sets it",
  SANDBOX_HOLD_SECONDS:
    "seconds that a page of the sandbox can be paid, in place of 900; only the local stack sets it",
  STRIPE_API: "address of a stand-in for Stripe's API; only the local stack sets it",
  SHIPPO_URL: "address that stands in for https://api.goshippo.com; only tests set it",
  LOCALHOST_ORIGINS: "1 lets people be sent back to any localhost; only the local stack sets it",
  LOCAL_PATIENCE:
    "how many times its usual time a part may take on this machine; default 1; only the local stack sets it",
  LOCAL_CLOCK: "1 lets a request set the time by x-local-time; only the local stack sets it",
  SOCIAL_SANDBOX_URL:
    "address of the sandbox network; without it there is none; only the local stack sets it",
  SOCIAL_TIMES:
    "JSON that replaces the times of retries and look-ups: {rounds, every, until, retry, poll}, seconds; only the local stack sets it",
} as const;

/**
 * Every setting that a function reads from its environment, or from its code where a deployment put it there. The AWS
 * stack and the local stack set the same ones. The SDK itself reads AWS endpoints and credentials from `AWS_*`.
 */
export const SETTINGS = {
  TABLE_NAME: "name of the table",
  MEDIA_BUCKET: "bucket of uploaded originals",
  VARIANTS_BUCKET: "bucket of transformed images",
  QUEUE_URL_PREFIX: "address of a queue without the worker's name at its end",
  SHARED_QUEUES: "JSON {worker: queue}, in kebab case, of the workers that share a queue",
  MAIL_FROM: "From address of the mails the service sends, with or without a name",
  MAIL_CONFIGURATION_SET: "SES configuration set",
  PUBLIC_URL: "address of the API, no slash at its end",
  MEDIA_URL: "address of the CDN over the media bucket, no slash at its end",
  CONSOLE_URL:
    "address of the console, no slash at its end; mails to the people of a store lead there, if it is set",
  SIGNING_SECRETS_ARN: "secret whose current version signs access tokens",
  DATA_SECRET_ARN: "secret that seals cursors and data at rest",
  CREDENTIALS_SECRET_ARN: "secret that seals credentials of providers, such as payment keys",
  SIGNING_SECRETS: "in place of the ARN, JSON: [{kid, secret}], newest first",
  DATA_SECRET: "in place of the ARN, the secret itself",
  CREDENTIALS_SECRET: "in place of the ARN, the secret itself",
  ALLOWED_ORIGINS:
    "JSON list of the addresses that sign-ins may come from and links in mails may lead to; the first is used when none is named",
  ALLOWED_REDIRECTS: "JSON list of the addresses that a sign-in with an identity provider may return to",
  REQUIRE_STATE: "1 demands the state of a sign-in with an identity provider at its end",
  TRUSTED_PROXIES:
    "JSON {networks: [CIDR], secret: hex SHA-256 of x-proxy-secret}: the proxies in front of the API that name the caller in x-forwarded-for",
  OIDC_ISSUER:
    "address of the identity provider GOOGLE, which needs OIDC_CLIENT_ID too, such as https://accounts.google.com",
  OIDC_CLIENT_ID: "client id at the identity provider",
  OIDC_CLIENT_SECRET_ARN: "secret with the client secret at the identity provider",
  OIDC_CLIENT_SECRET: "in place of the ARN, the client secret itself",
  SOCIAL_APPS_ARN: "secret with the apps at social networks, as SOCIAL_APPS has them",
  SOCIAL_APPS:
    "in place of the ARN, JSON: {facebook_page: {id, secret, reviewed?}, …}; a network without one is not offered",
  AI_MODEL: "Bedrock model for AI answers; without it the embedded default answers",
  BUDGETS: "JSON over the default rate budgets: {name: [count, seconds]}",
  PLANS:
    "JSON list of the platform's plans, or unlimited; default unlimited; on the local stack also demo, three plans to try",
  SANDBOX_PAYMENTS: "1 lets stores without a payment provider take sandbox payments, which charge nothing",
  BILLING_STRIPE_ARN: "secret with the platform's own account at Stripe, as BILLING_STRIPE has it",
  BILLING_STRIPE:
    "in place of the ARN, JSON: {secret_key, webhook_secrets: []}; without it Stripe bills for no plans",
  LOG_LEVEL: "TRACE, DEBUG, INFO, WARN, ERROR, CRITICAL or SILENT; default INFO, on the local stack WARN",
  ...LOCAL_SETTINGS,
} as const;

export type Setting = keyof typeof SETTINGS;

export function env(name: Setting): string {
  const value = optionalEnv(name);
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

/** The value of a setting, or `undefined`. */
export function optionalEnv(name: Setting): string | undefined {
  return process.env[name] || given[name] || undefined;
}
