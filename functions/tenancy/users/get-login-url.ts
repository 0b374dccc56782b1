import { lambda } from "#functions/lambda.ts";
import { getLoginUrl } from "#lib/tenancy/people/external-login.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.getLoginUrl, (ctx, { query }) => getLoginUrl(ctx, query));
