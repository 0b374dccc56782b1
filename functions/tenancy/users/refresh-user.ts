import { lambda } from "#functions/lambda.ts";
import { refreshUser } from "#lib/tenancy/people/refresh.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.refreshUser, (ctx, { body }) => refreshUser(ctx, body.refreshToken));
