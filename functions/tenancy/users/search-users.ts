import { lambda } from "#functions/lambda.ts";
import { searchUsers } from "#lib/tenancy/people/search.ts";
import { users } from "./routes.ts";

export const handler = lambda(users.searchUsers, (ctx, { query }) => searchUsers(ctx, query));
