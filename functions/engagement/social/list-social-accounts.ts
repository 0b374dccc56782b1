import { lambda } from "#functions/lambda.ts";
import { listAccounts } from "#lib/engagement/social/accounts.ts";
import { socialAccounts } from "./routes.ts";

export const handler = lambda(socialAccounts.listSocialAccounts, (ctx, { params }) =>
  listAccounts(ctx, params.storeId),
);
