/**
 * Every setting that a function reads from its environment, in one place: the stack sets these, the local stack
 * sets the same. AWS endpoints and credentials come from the standard `AWS_*` variables, which the SDK reads itself.
 */
export const SETTINGS = {
  TABLE_NAME: "name of the table",
  MEDIA_BUCKET: "bucket of uploaded originals",
  VARIANTS_BUCKET: "bucket of transformed images",
  QUEUE_URL_PREFIX: "address of a queue without the worker's name at its end",
  MAIL_FROM: "From address of the mails the service sends",
  MAIL_CONFIGURATION_SET: "SES configuration set",
  PUBLIC_URL: "address of the API, no slash at its end",
  MEDIA_URL: "address of the CDN over the media bucket, no slash at its end",
  SIGNING_SECRETS_ARN: "secret whose current and previous versions sign access tokens",
  DATA_SECRET_ARN: "secret that seals cursors and data at rest",
  SIGNING_SECRETS: "in place of the ARN, JSON: [{kid, secret}], newest first",
  DATA_SECRET: "in place of the ARN, the secret itself",
  BUDGETS: "JSON over the default rate budgets: {name: [count, seconds]}",
  LOCAL_CLOCK: "1 lets a request set the time by x-local-time; the local stack alone sets it",
  LOG_LEVEL: "INFO unless set",
} as const;

export type Setting = keyof typeof SETTINGS;

/** The value of a setting; throws, naming it, when it is not set. */
export function env(name: Setting): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set (${SETTINGS[name]}).`);
  return value;
}

/** The value of a setting, or `undefined`. */
export function optionalEnv(name: Setting): string | undefined {
  return process.env[name] || undefined;
}
