import { lambda } from "#functions/lambda.ts";
import { returnFromLogin } from "#lib/tenancy/people/external-login.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.returnFromLogin, async (ctx, { query }) => ({
  status: 302,
  headers: { location: await returnFromLogin(ctx, query), "cache-control": "no-store" },
}));
