import { lambda } from "#functions/lambda.ts";
import { listApiTokens } from "#lib/tenancy/people/api-tokens.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.listApiTokens, (ctx, { query }) => listApiTokens(ctx, query));
