import { lambda } from "#functions/lambda.ts";
import { startConversation } from "#lib/engagement/support/start.ts";
import { conversations } from "./routes.ts";

export const handler = lambda(conversations.startConversation, (ctx, { params, body }) =>
  startConversation(ctx, params.storeId, body),
);
