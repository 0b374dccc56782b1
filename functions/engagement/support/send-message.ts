import { lambda } from "#functions/lambda.ts";
import { sendMessage } from "#lib/engagement/support/send.ts";
import { conversations } from "./routes.ts";

export const handler = lambda(conversations.sendMessage, (ctx, { params, headers, body }) =>
  sendMessage(ctx, params.storeId, params.conversationId, headers, body),
);
