import { lambda } from "#functions/lambda.ts";
import { changePassword } from "#lib/tenancy/people/recovery.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.changePassword, (ctx, { body }) => changePassword(ctx, body));
