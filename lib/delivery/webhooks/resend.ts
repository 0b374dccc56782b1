import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import { Contention } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { notFound } from "#core/errors.ts";
import { type Event, enqueue, events } from "#core/events.ts";
import { idFloor } from "#core/id.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { webhooksOf } from "#lib/tenancy/tenants/webhooks.ts";
import type { Delivery } from "./delivery-schema.ts";
import { writeAndWake } from "./endpoint.ts";
import { WEBHOOK } from "./errors.ts";
import { matchesEventFilter } from "./event-filter.ts";
import { ResendRange } from "./messages.ts";
import { newDelivery } from "./plan.ts";
import type { ResendEvents } from "./schema.ts";
import { findWebhook } from "./service.ts";
import { deliveries } from "./table.ts";

const PAGE_SIZE = 100;
/** Milliseconds of one run; a new message then continues with the rest. */
const RUN_MS = 20_000;

/** Resends one event, or the events of a time range that match the webhook's filter, with their original ids. */
export async function resendEvents(
  ctx: Context,
  storeId: string,
  webhookId: string,
  { event_id, from, to, failed_only }: z.output<typeof ResendEvents>,
): Promise<{ queued: true }> {
  const { hook } = await findWebhook(storeId, webhookId);
  if (!hook.enabled) throw WEBHOOK.DISABLED();
  if (event_id !== undefined) {
    const event = await events.get({ tenant_id: storeId, id: event_id }, notFound(`Event ${event_id}`));
    await writeAndWake(ctx, { tenant_id: storeId, webhook_id: webhookId }, async () =>
      resendEvent(ctx, webhookId, event, await findDelivery(storeId, webhookId, event.id)),
    );
    return { queued: true };
  }
  const message: ResendRange = {
    tenant_id: storeId,
    webhook_id: webhookId,
    from: from ?? 0,
    to: to ?? ctx.now(),
    failed_only,
    after: null,
  };
  return transact(ctx, [enqueue(ctx, ResendRange, message)], { queued: true });
}

/** Resends a time range page by page; when the time is up, a new message continues. */
export async function resendRange(ctx: Context, message: ResendRange): Promise<void> {
  const { tenant_id, webhook_id, from, to, failed_only } = message;
  const until = Date.now() + RUN_MS;
  let after = message.after;
  for (;;) {
    const hook = (await webhooksOf(tenant_id)).find(({ id }) => id === webhook_id);
    if (!hook?.enabled) return;
    const page = await nextEvents(tenant_id, {
      from: after === null ? idFloor("evt", from) : `${after}!`,
      to: `${idFloor("evt", to + 0.999)}~`,
    });
    const wanted = page.records.filter(({ type }) => matchesEventFilter(hook, type));
    const known = await deliveries.batchGet(
      wanted.map(({ id }) => ({ tenant_id, webhook_id, event_id: id })),
      ctx,
    );
    const byEvent = new Map(known.map((delivery) => [delivery.event_id, delivery]));
    const due = wanted.filter(({ id }) => !failed_only || byEvent.get(id)?.status !== "delivered");
    if (due.length > 0)
      await writeAndWake(ctx, { tenant_id, webhook_id }, () =>
        sideBySide(due.map((event) => resendEvent(ctx, webhook_id, event, byEvent.get(event.id)))),
      );
    const last = page.records.at(-1);
    if (!last || page.isLast) return;
    after = last.id;
    if (Date.now() > until) {
      await transact(ctx, [enqueue(ctx, ResendRange, { ...message, after })]);
      return;
    }
  }
}

// Reads one page of each shard of events. Events after the earliest end of a full page wait, so that none is skipped.
async function nextEvents(tenant_id: string, range: { from: string; to: string }) {
  const partitions = events.partitions({ tenant_id });
  const limit = Math.ceil((2 * PAGE_SIZE) / partitions.length);
  const pages = await sideBySide(partitions.map((each) => events.query(each, { ...range, limit })));
  const open = pages.filter(({ after }) => after !== undefined);
  const ends = open.flatMap(({ records: own }) => own.at(-1)?.id ?? []).toSorted();
  const records = pages
    .flatMap((page) => page.records)
    .filter(({ id }) => ends[0] === undefined || id <= ends[0])
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return { records, isLast: open.length === 0 };
}

async function resendEvent(
  ctx: Context,
  webhookId: string,
  event: Event,
  known: Stored<Delivery> | undefined,
): Promise<void> {
  const first = newDelivery(ctx, webhookId, event);
  const fresh = { ...first, created_at: known?.created_at ?? first.created_at, ends: known?.ends ?? [] };
  try {
    await transact(ctx, [known ? deliveries.replace(known, fresh) : deliveries.create(fresh)]);
  } catch (error) {
    // A sender has just recorded an attempt. A pending delivery stays unchanged, a finished one is resent.
    if (!(error instanceof Contention)) throw error;
    const present = await findDelivery(event.tenant_id, webhookId, event.id);
    if (present && present.status !== "pending") await resendEvent(ctx, webhookId, event, present);
  }
}

function findDelivery(tenant_id: string, webhook_id: string, event_id: string) {
  return deliveries.find({ tenant_id, webhook_id, event_id });
}
