import { lambda } from "#functions/lambda.ts";
import { renameApiToken } from "#lib/tenancy/people/api-tokens.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.renameApiToken, (ctx, { params, body }) =>
  renameApiToken(ctx, params.tokenId, body),
);
