import { lambda } from "#functions/lambda.ts";
import { refreshUser } from "#lib/tenancy/people/refresh.ts";
import { userAliases, users } from "./routes.ts";

export const handler = lambda([users.refreshUser, userAliases.refreshUserByAlias], (ctx, { body }) =>
  refreshUser(ctx, body.refreshToken),
);
