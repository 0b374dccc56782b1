import { lambda } from "#functions/lambda.ts";
import { listMembers } from "#lib/tenancy/people/members.ts";
import { members } from "./routes.ts";

export const handler = lambda(members.listMembers, (ctx, { params, query }) =>
  listMembers(ctx, params.storeId, query),
);
