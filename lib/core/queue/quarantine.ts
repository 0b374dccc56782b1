import { cutText } from "#core/cut-text.ts";
import { changeItem } from "#core/dynamo/change.ts";
import { paddedNumber } from "#core/dynamo/key.ts";
import { batchGetItems, queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { messages } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { logger } from "#core/log.ts";
import { DAY } from "#core/seconds.ts";
import type { Outgoing } from "./send.ts";

/** Partition of the due index with the quarantined rows. */
const QUARANTINE_PARTITION = "OUTBOX_ASIDE";
/** Least seconds that a quarantined row is kept. */
const KEPT_SECONDS = 14 * DAY;
const PAGE_ROWS = 100;

type Row = Record<string, unknown>;

/**
 * Quarantines an outbox row that cannot be sent, so that it does not block those behind it. It stays in the table for
 * at least 14 days, so that a replay can send it. A row that was deleted meanwhile is ignored.
 */
export async function quarantineRow({ pk, sk, ttl, ...fields }: Row, reason: string): Promise<void> {
  const row = { pk: String(pk), sk: String(sk) };
  const set = quarantineFields(row.pk, Number(ttl ?? 0), reason);
  const found = await changeItem(row, { set }, { expression: "attribute_exists(pk)" });
  const { id, request_id: request, tenant_id: tenant } = fields;
  const of = { [fields._t === messages.name ? "msg" : "event"]: id, request, tenant };
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
 * Quarantines a message that has no outbox row, because a record of another kind caused it. It gets a row of its own,
 * which can expire.
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
  // If this row were inserted as a message, the stream would have it sent at once.
  await transact({ now, guards: undefined }, [
    { ...written, put: { ...item, ...quarantineFields(row.pk, 0, reason) } },
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

function quarantineFields(pk: string, ttl: number, reason: string) {
  const now = Math.floor(Date.now() / 1000);
  return {
    due: QUARANTINE_PARTITION,
    due_by: `${paddedNumber(now)}#${pk}`,
    aside: cutText(reason, 500),
    ttl: Math.max(ttl, now + KEPT_SECONDS),
  };
}

/** The quarantined rows, oldest first, a page at a time. */
export async function* quarantinedRows(): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  do {
    const page = await queryItems(QUARANTINE_PARTITION, { index: "due", limit: PAGE_ROWS, after });
    const keys = page.items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
    yield await batchGetItems(keys, true);
    after = page.after;
  } while (after);
}

/** Ends the quarantine of a row that was sent. */
export async function releaseRow({ pk, sk }: Row): Promise<void> {
  const row = { pk: String(pk), sk: String(sk) };
  await changeItem(row, { remove: ["due", "due_by", "aside"] }, { expression: "attribute_exists(pk)" });
}
