import { lambda } from "#functions/lambda.ts";
import { listInvitations } from "#lib/tenancy/people/open-invitations.ts";
import { openInvitations } from "./routes.ts";

export const handler = lambda(openInvitations.listInvitations, (ctx, { params, query }) =>
  listInvitations(ctx, params.storeId, query),
);
