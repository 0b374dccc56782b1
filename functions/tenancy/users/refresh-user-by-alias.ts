import { lambda } from "#functions/lambda.ts";
import { refreshUser } from "#lib/tenancy/people/refresh.ts";
import { userAliases } from "./routes.ts";

export const handler = lambda(userAliases.refreshUserByAlias, (ctx, { body }) =>
  refreshUser(ctx, body.refreshToken),
);
