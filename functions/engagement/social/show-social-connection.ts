import { lambda } from "#functions/lambda.ts";
import { showConnection } from "#lib/engagement/social/finish-sign-in.ts";
import { socialCallbacks } from "./routes.ts";

export const handler = lambda(socialCallbacks.showSocialConnection, (ctx, { params, query }) =>
  showConnection(ctx, params.provider_type, query),
);
