import { changeItem } from "#core/dynamo/change.ts";
import { batchGetItems, queryItems } from "#core/dynamo/read.ts";
import { inKey } from "#core/dynamo/template.ts";
import { logger } from "#core/log.ts";
import { DAY } from "#core/seconds.ts";

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
export async function putAside({ pk, sk, ttl }: Row, reason: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const kept = Math.max(Number(ttl ?? 0), now + KEPT);
  const set = {
    due: PARTITION,
    due_at: `${inKey(now)}#${String(pk)}`,
    aside: reason.slice(0, 500),
    ttl: kept,
  };
  const row = { pk: String(pk), sk: String(sk) };
  const found = await changeItem(row, { set }, { expression: "attribute_exists(pk)" });
  if (found) logger.error("outbox record put aside", { alarm: "outbox-aside", pk, sk, reason });
}

/** The rows put aside, oldest first, a page at a time. */
export async function* rowsAside(): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  do {
    const page = await queryItems(PARTITION, { index: "due", limit: PAGE, after });
    const keys = page.items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
    yield await batchGetItems(keys, true);
    after = page.after;
  } while (after);
}

/** Takes a row back that has been sent. */
export async function takeBack({ pk, sk }: Row): Promise<void> {
  const row = { pk: String(pk), sk: String(sk) };
  await changeItem(row, { remove: ["due", "due_at", "aside"] }, { expression: "attribute_exists(pk)" });
}
