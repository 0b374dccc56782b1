import { lambda } from "#functions/lambda.ts";
import { resolveConversation } from "#lib/engagement/support/inbox.ts";
import { supportInbox } from "./routes.ts";

export const handler = lambda(supportInbox.resolveConversation, (ctx, { params }) =>
  resolveConversation(ctx, params.storeId, params.conversationId),
);
