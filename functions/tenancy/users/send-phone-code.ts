import { lambda } from "#functions/lambda.ts";
import { sendPhoneCode } from "#lib/tenancy/people/phone.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.sendPhoneCode, (ctx, { body }) => sendPhoneCode(ctx, body.phoneNumber));
