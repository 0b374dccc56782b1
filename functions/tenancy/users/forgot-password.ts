import { lambda } from "#functions/lambda.ts";
import { forgotPassword } from "#lib/tenancy/people/recovery.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.forgotPassword, (ctx, { body }) => forgotPassword(ctx, body));
