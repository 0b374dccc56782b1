import { lambda } from "#functions/lambda.ts";
import { resetForgottenPassword } from "#lib/tenancy/people/recovery.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.resetForgottenPassword, (ctx, { body }) =>
  resetForgottenPassword(ctx, body),
);
