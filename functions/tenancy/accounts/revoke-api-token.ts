import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { revokeApiToken } from "#lib/tenancy/people/api-tokens.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.revokeApiToken, async (ctx, { params }) => {
  await revokeApiToken(ctx, params.tokenId);
  return deletionReply("API token");
});
