import { lambda } from "#functions/lambda.ts";
import { listSessions } from "#lib/tenancy/people/sessions.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.listSessions, (ctx, { query }) => listSessions(ctx, query));
