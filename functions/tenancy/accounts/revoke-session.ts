import { deletionReply } from "#core/http/page.ts";
import { lambda } from "#functions/lambda.ts";
import { revokeSession } from "#lib/tenancy/people/sessions.ts";
import { accounts } from "./routes.ts";

export const handler = lambda(accounts.revokeSession, async (ctx, { params }) => {
  await revokeSession(ctx, params.sessionId);
  return deletionReply("session");
});
