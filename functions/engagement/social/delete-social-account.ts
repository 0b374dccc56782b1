import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { deleteAccount } from "#lib/engagement/social/accounts.ts";
import { socialAccounts } from "./routes.ts";

export const handler = lambda(socialAccounts.deleteSocialAccount, async (ctx, { params }) => {
  await deleteAccount(ctx, params.storeId, params.socialAccountId);
  return deletionReply("social account");
});
