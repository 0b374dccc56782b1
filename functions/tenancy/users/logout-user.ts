import { lambda } from "#core/http/lambda.ts";
import { logout } from "#lib/tenancy/people/logout.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.logoutUser, (ctx, { body }) => logout(ctx, body));
