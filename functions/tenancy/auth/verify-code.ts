import { lambda } from "#functions/lambda.ts";
import { verifyCode } from "#lib/tenancy/people/sign-in.ts";
import { auth } from "./routes.ts";

export const handler = lambda(auth.verifyCode, (ctx, { body }) => verifyCode(ctx, body));
