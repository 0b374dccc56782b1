import { lambda } from "#functions/lambda.ts";
import { finishConnection } from "#lib/engagement/social/finish-sign-in.ts";
import { socialCallbacks } from "./routes.ts";

export const handler = lambda(socialCallbacks.finishSocialConnection, (ctx, { params, query, bytes }) =>
  finishConnection(ctx, params.provider_type, query, bytes),
);
