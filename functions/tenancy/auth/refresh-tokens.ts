import { lambda } from "#functions/lambda.ts";
import { refreshTokens } from "#lib/tenancy/people/refresh.ts";
import { auth } from "./routes.ts";

export const handler = lambda(auth.refreshTokens, (ctx, { body }) =>
  refreshTokens(ctx, body.refresh_token ?? body.refreshToken ?? ""),
);
