import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { removeMember } from "#lib/tenancy/people/members.ts";
import { members } from "./routes.ts";

export const handler = lambda(members.removeMember, async (ctx, { params }) => {
  await removeMember(ctx, params.storeId, params.accountId);
  return { ...deletionReply("member"), removed: true as const };
});
