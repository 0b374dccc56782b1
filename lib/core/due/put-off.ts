import { changeItem } from "#core/dynamo/change.ts";
import { inKey } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { logger } from "#core/log.ts";
import type { DueRow } from "./round.ts";
import type { DueWork } from "./work.ts";

/** Partition of the due index that the rows put aside stand in. */
const ASIDE = "DUE_ASIDE";
/** Failures after which a row is put aside: half an hour after the first. */
const TRIES = 6;
const PAGE = 100;

/**
 * Puts a row that failed off: by one minute, then two, four, up to sixteen, and then aside, where a person finds it.
 * These are keys of the index alone: the next change of the record takes it back to where its own time puts it.
 *
 * @param now seconds
 */
export async function putOff(work: DueWork, row: DueRow, now: number): Promise<void> {
  const { pk, sk, due_by } = row;
  const unchanged = { expression: "due_by = :by", values: { ":by": due_by } };
  const counted = await changeItem({ pk, sk }, { add: { due_tries: 1 } }, unchanged);
  if (!counted) return;
  const tries = Number(counted.due_tries);
  const isOver = tries >= TRIES;
  const set = isOver
    ? { due: ASIDE, due_by: `${inKey(now)}#${pk}#${sk}`, due_in: counted.due }
    : { due_by: `${inKey(now + 60 * 2 ** (tries - 1))}#${sk}` };
  await changeItem({ pk, sk }, { set }, unchanged);
  if (isOver)
    logger.error("due record put aside", {
      alarm: "due-aside",
      kind: work.kind,
      tenant: row.tenant,
      pk,
      sk,
    });
}

/**
 * Has the rows put aside looked at again, each where it was.
 *
 * @param now seconds
 * @returns how many there were
 */
export async function takeBackDue(now: number): Promise<number> {
  let count = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const page = await queryItems(ASIDE, { index: "due", limit: PAGE, after });
    for (const { pk, sk } of page.items) {
      const key = { pk: String(pk), sk: String(sk) };
      count += (await takeBack(key, now)) ? 1 : 0;
    }
    after = page.after;
  } while (after);
  return count;
}

async function takeBack(key: { pk: string; sk: string }, now: number): Promise<boolean> {
  const isAside = { expression: "due = :aside", values: { ":aside": ASIDE } };
  const found = await changeItem(key, { add: { due_tries: 0 } }, isAside);
  if (!found) return false;
  const set = { due: found.due_in, due_by: `${inKey(now)}#${key.sk}`, due_tries: 0 };
  return (await changeItem(key, { set, remove: ["due_in"] }, isAside)) !== undefined;
}
