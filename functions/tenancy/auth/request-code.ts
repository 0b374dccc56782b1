import { lambda } from "#functions/lambda.ts";
import { requestCode } from "#lib/tenancy/people/sign-in.ts";
import { auth } from "./routes.ts";

export const handler = lambda(auth.requestCode, (ctx, { body }) => requestCode(ctx, body.email));
