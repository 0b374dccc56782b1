import { lambda } from "#functions/lambda.ts";
import { loginUser } from "#lib/tenancy/people/login.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.loginUser, (ctx, { body }) => loginUser(ctx, body));
