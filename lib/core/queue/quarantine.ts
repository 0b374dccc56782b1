import { changeItem } from "#core/dynamo/change.ts";
import { paddedNumber } from "#core/dynamo/key.ts";
import { batchGetItems, queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { messages } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { logger } from "#core/log.ts";
import { DAY } from "#core/seconds.ts";
import type { Outgoing } from "./send.ts";

/** Partition of the due index that the rows put aside stand in. */
const PARTITION = "OUTBOX_ASIDE";
/** Seconds that a row put aside stays at least. */
const KEPT = 14 * DAY;
const PAGE = 100;

type Row = Record<string, unknown>;

/**
 * Puts an outbox row aside that cannot be sent as it is, so that it holds up nothing behind it: it stays in the table
 * for 14 days at least, where `replay` finds it. One that was deleted meanwhile is let go.
 */
export async function quarantineRow({ pk, sk, ttl, ...said }: Row, reason: string): Promise<void> {
  const row = { pk: String(pk), sk: String(sk) };
  const set = standing(row.pk, Number(ttl ?? 0), reason);
  const found = await changeItem(row, { set }, { expression: "attribute_exists(pk)" });
  const { id, request_id: request, tenant_id: tenant } = said;
  const of = { [said._t === messages.name ? "msg" : "event"]: id, request, tenant };
  if (found)
    logger.error("outbox record put aside", {
      alarm: "outbox-aside",
      ...of,
      pk,
      sk,
      outcome: "aside",
      reason,
    });
}

/**
 * Puts a message aside that comes of a record which lives on: an outbox row is made for it, because what is put aside
 * expires.
 */
export async function quarantineMessage(
  queue: string,
  { id, body, request }: Pick<Outgoing, "id" | "body" | "request">,
  reason: string,
): Promise<void> {
  const now = () => Math.floor(Date.now() / 1000);
  const written = messages.put({
    id: newId("msg"),
    queue,
    body: Object(body),
    request_id: request,
    created_at: now(),
  });
  const item = { ...written.put, _t: "message_aside" };
  const row = { pk: String(written.put?.pk), sk: String(written.put?.sk) };
  // Inserted as a message it would be sent by this very insert.
  await transact({ now, guards: undefined }, [
    { ...written, put: { ...item, ...standing(row.pk, 0, reason) } },
  ]);
  await changeItem(row, { set: { _t: messages.name } });
  logger.error("outbox record put aside", {
    alarm: "outbox-aside",
    ...row,
    msg: id,
    request,
    outcome: "aside",
    reason,
  });
}

function standing(pk: string, ttl: number, reason: string) {
  const now = Math.floor(Date.now() / 1000);
  return {
    due: PARTITION,
    due_by: `${paddedNumber(now)}#${pk}`,
    aside: reason.slice(0, 500),
    ttl: Math.max(ttl, now + KEPT),
  };
}

/** The rows put aside, oldest first, a page at a time. */
export async function* quarantinedRows(): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  do {
    const page = await queryItems(PARTITION, { index: "due", limit: PAGE, after });
    const keys = page.items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
    yield await batchGetItems(keys, true);
    after = page.after;
  } while (after);
}

/** Takes a row back that has been sent. */
export async function releaseRow({ pk, sk }: Row): Promise<void> {
  const row = { pk: String(pk), sk: String(sk) };
  await changeItem(row, { remove: ["due", "due_by", "aside"] }, { expression: "attribute_exists(pk)" });
}
