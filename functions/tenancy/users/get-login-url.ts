import { lambda } from "#core/http/lambda.ts";
import { loginUrl } from "#lib/tenancy/people/external-login.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.getLoginUrl, (ctx, { query }) => loginUrl(ctx, query));
