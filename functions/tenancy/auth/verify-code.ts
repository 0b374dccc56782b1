import { lambda } from "#core/http/lambda.ts";
import { signInWithCode } from "#lib/tenancy/people/sign-in.ts";
import { auth } from "./routes.ts";

export const handler = lambda(auth.verifyCode, (ctx, { body }) => signInWithCode(ctx, body));
