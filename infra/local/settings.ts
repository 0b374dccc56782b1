import * as z from "zod";
import { SETTINGS } from "#core/env.ts";
import { HttpUrl, invalidSettings, SETTING_SCHEMAS, wordOr } from "#infra/environment.ts";
import { StartFailure } from "#infra/failure.ts";

/** Descriptions of the variables that only the local stack reads; functions have variables of their own. */
export const STACK_SETTINGS = {
  PORT: "port of the API, 0 to 65535, 0 for any that is free; default 4400",
  LOCAL_DIR: "folder of the state, for npm run seed, invoke and admin; default .local",
  PAYMENTS:
    "sandbox or stripe-local, what takes card payments of the demo and bills for plans; default sandbox",
  AWS_ENDPOINT_URL_DYNAMODB: "address of a DynamoDB that already runs, in place of one that is started",
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: "address of its streams, where it is another",
  AWS_ENDPOINT_URL_S3: "address of an S3 that already runs",
  AWS_ENDPOINT_URL_SQS: "address of an SQS that already runs",
  AWS_ENDPOINT_URL_SNS:
    "address of an SNS that already runs, in place of the page that shows texts to phones",
  AWS_ENDPOINT_URL_SES: "address of an SES that already runs",
} as const;

const STACK_SCHEMAS: Record<keyof typeof STACK_SETTINGS, z.ZodType<unknown, string>> = {
  PORT: z.string().refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, "this is no port"),
  LOCAL_DIR: z.string(),
  PAYMENTS: z.enum(["sandbox", "stripe-local"], "there is no such provider"),
  AWS_ENDPOINT_URL_DYNAMODB: HttpUrl,
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: HttpUrl,
  AWS_ENDPOINT_URL_S3: HttpUrl,
  AWS_ENDPOINT_URL_SQS: HttpUrl,
  AWS_ENDPOINT_URL_SNS: HttpUrl,
  AWS_ENDPOINT_URL_SES: HttpUrl,
};

const PlansSetting = wordOr(["demo"], SETTING_SCHEMAS.PLANS);

/** @throws StartFailure with a line of text for each invalid variable of the stack or its functions */
export function refuseWrongSettings(variables: Readonly<Record<string, string | undefined>>): void {
  const accepted = { ...SETTING_SCHEMAS, ...STACK_SCHEMAS, PLANS: PlansSetting };
  const wrong = invalidSettings(variables, accepted, { ...SETTINGS, ...STACK_SETTINGS });
  if (variables.OIDC_ISSUER && !variables.OIDC_CLIENT_ID)
    wrong.push(`The variable OIDC_ISSUER needs OIDC_CLIENT_ID beside it: ${SETTINGS.OIDC_CLIENT_ID}.`);
  if (wrong.length > 0) throw new StartFailure(wrong.join("\n"));
}
