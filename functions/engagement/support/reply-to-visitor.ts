import { lambda } from "#functions/lambda.ts";
import { replyToVisitor } from "#lib/engagement/support/inbox.ts";
import { supportInbox } from "./routes.ts";

export const handler = lambda(supportInbox.replyToVisitor, (ctx, { params, body }) =>
  replyToVisitor(ctx, params.storeId, params.conversationId, body),
);
