import { lambda } from "#core/http/lambda.ts";
import { listApiTokenViews } from "#lib/tenancy/people/api-tokens.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.listApiTokens, (ctx, { query }) => listApiTokenViews(ctx, query));
