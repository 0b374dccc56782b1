import { lambda } from "#functions/lambda.ts";
import { logoutUser } from "#lib/tenancy/people/logout.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.logoutUser, (ctx, { body }) => logoutUser(ctx, body));
