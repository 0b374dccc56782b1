import { lambda } from "#core/http/lambda.ts";
import { refreshLogin } from "#lib/tenancy/people/refresh.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.refreshUser, (ctx, { body }) => refreshLogin(ctx, body.refreshToken));
