import { lambda } from "#functions/lambda.ts";
import { createApiToken } from "#lib/tenancy/people/api-tokens.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.createApiToken, (ctx, { body }) => createApiToken(ctx, body));
