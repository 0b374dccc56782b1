import { lambda } from "#functions/lambda.ts";
import { setRole } from "#lib/tenancy/people/members.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.setRole, (ctx, { body }) => setRole(ctx, body));
