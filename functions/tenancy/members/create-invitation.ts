import { lambda } from "#functions/lambda.ts";
import { createInvitation } from "#lib/tenancy/people/invitations.ts";
import { invitations } from "./routes.ts";

export const handler = lambda(invitations.createInvitation, (ctx, { params, body }) =>
  createInvitation(ctx, params.businessId, body),
);
