import { lambda } from "#core/http/lambda.ts";
import { refreshSession } from "#lib/people/sessions.ts";
import { auth } from "./routes.ts";

export const handler = lambda(auth.refreshTokens, (ctx, { body }) => refreshSession(ctx, body.refresh_token));
