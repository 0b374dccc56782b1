import { lambda } from "#functions/lambda.ts";
import { selectDestination } from "#lib/engagement/social/sign-in.ts";
import { socialAccounts } from "./routes.ts";

export const handler = lambda(socialAccounts.selectSocialDestination, (ctx, { params, body }) =>
  selectDestination(ctx, params.storeId, body),
);
