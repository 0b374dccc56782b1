import { lambda } from "#core/http/lambda.ts";
import { listSessionViews } from "#lib/tenancy/people/sessions.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.listSessions, (ctx, { query }) => listSessionViews(ctx, query));
