import { lambda } from "#functions/lambda.ts";
import { connectAccount } from "#lib/engagement/social/sign-in.ts";
import { socialAccounts } from "./routes.ts";

export const handler = lambda(socialAccounts.connectSocialAccount, (ctx, { params, body }) =>
  connectAccount(ctx, params.storeId, body),
);
