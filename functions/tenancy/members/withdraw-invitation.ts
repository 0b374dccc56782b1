import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { withdrawInvitation } from "#lib/tenancy/people/open-invitations.ts";
import { openInvitations } from "./routes.ts";

export const handler = lambda(openInvitations.withdrawInvitation, async (ctx, { params }) => {
  await withdrawInvitation(ctx, params.storeId, params.invitationId);
  return deletionReply("invitation");
});
