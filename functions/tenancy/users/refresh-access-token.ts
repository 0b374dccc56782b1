import { lambda } from "#core/http/lambda.ts";
import { refreshLogin } from "#lib/tenancy/people/refresh.ts";
import { userAliases } from "./routes.ts";

export const handler = lambda(userAliases.refreshAccessToken, (ctx, { body }) =>
  refreshLogin(ctx, body.refreshToken),
);
