import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { pageOfPartition } from "#core/dynamo/partition-page.ts";
import { idFloor } from "#core/id.ts";
import type { AttemptQuery, WebhookAttempt } from "./attempt-schema.ts";
import { findWebhook } from "./service.ts";
import { attempts } from "./table.ts";

/**
 * The delivery attempts of a webhook, newest first. With `outcome`, a page may be shorter than its limit and still have
 * a cursor.
 */
export async function listAttempts(
  ctx: Context,
  storeId: string,
  webhookId: string,
  query: z.output<typeof AttemptQuery>,
): Promise<Page<WebhookAttempt>> {
  await findWebhook(storeId, webhookId);
  const { limit, cursor, event_id, outcome, created_at_from, created_at_to } = query;
  const slots = { tenant_id: storeId, webhook_id: webhookId };
  const range = {
    ...(created_at_from === undefined ? {} : { from: idFloor("att", created_at_from) }),
    ...(created_at_to === undefined ? {} : { to: `${idFloor("att", created_at_to + 0.999)}~` }),
  };
  const found = await pageOfPartition(
    attempts,
    event_id === undefined ? attempts.partition(slots) : attempts.child({ ...slots, event_id }),
    {
      limit,
      cursor,
      descending: true,
      ...range,
      ...(event_id === undefined ? {} : { index: "child_created" }),
    },
    [ctx.operation, storeId, webhookId, event_id, outcome, created_at_from, created_at_to],
  );
  const items = found.items.filter((attempt) => outcome === undefined || attempt.outcome === outcome);
  return { items: items.map(({ tenant_id: _, ...attempt }) => attempt), cursor: found.cursor };
}
