import { lambda } from "#functions/lambda.ts";
import { getConnection } from "#lib/engagement/social/sign-in.ts";
import { socialAccounts } from "./routes.ts";

export const handler = lambda(socialAccounts.getSocialConnection, (ctx, { params }) =>
  getConnection(ctx, params.storeId, params.attemptId),
);
