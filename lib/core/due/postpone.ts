import { changeItem } from "#core/dynamo/change.ts";
import { paddedNumber } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { logger } from "#core/log.ts";
import type { DueRow } from "./round.ts";
import type { DueWork } from "./work.ts";

/** Partition of the due index with the quarantined rows. */
const QUARANTINE_PARTITION = "DUE_ASIDE";
/** Failures after which a row is quarantined: half an hour after the first. */
const MAX_TRIES = 6;
/** Seconds after which a quarantined row is retried once: the cause may have been a provider's. */
const RETRY_AFTER_SECONDS = 3600;
/** A due time so late that only a person restores the row. */
const NEVER_DUE = 999_999_999_999;
const PAGE_ROWS = 100;

/**
 * Postpones a row that failed: by one minute, then two, four, up to sixteen. Then it quarantines the row, where a
 * person finds it and where it is retried once an hour. A row that crashed its worker is quarantined at once and not
 * retried. Only keys of the index change: the next change of the record recomputes them.
 *
 * @param now seconds
 */
export async function postponeRow(
  work: Pick<DueWork, "kind">,
  row: Pick<DueRow, "pk" | "sk" | "due_by" | "tenant">,
  now: number,
  { endedWorker = false } = {},
): Promise<void> {
  const { pk, sk, due_by } = row;
  const unchanged = { expression: "due_by = :by", values: { ":by": due_by } };
  const due_tries = endedWorker ? MAX_TRIES : 1;
  // A record that is changed in place may still count the tries of an earlier due time.
  const tried = "due_by = :by and (attribute_not_exists(due_tries) or due_put = :by)";
  const counted =
    (await changeItem({ pk, sk }, { add: { due_tries } }, { ...unchanged, expression: tried })) ??
    (await changeItem({ pk, sk }, { set: { due_tries } }, unchanged));
  if (!counted) return;
  const tries = Number(counted.due_tries);
  const isOver = tries >= MAX_TRIES;
  const set = isOver
    ? {
        due: QUARANTINE_PARTITION,
        due_by: `${paddedNumber(endedWorker ? NEVER_DUE : now + RETRY_AFTER_SECONDS)}#${pk}#${sk}`,
        due_in: counted.due,
      }
    : { due_by: `${paddedNumber(now + 60 * 2 ** (tries - 1))}#${sk}` };
  await changeItem({ pk, sk }, { set: { ...set, due_put: set.due_by } }, unchanged);
  if (!isOver) return;
  const of = { kind: work.kind, tenant: row.tenant, pk, sk };
  logger.error("due record put aside", { alarm: "due-aside", ...of, ended_worker: endedWorker });
}

/**
 * Makes quarantined rows due again.
 *
 * @param now seconds
 * @param which `all`, with as many tries as new rows; or those quarantined an hour ago, with one try
 * @param until milliseconds by `Date.now()` after which the rest is left
 * @returns how many were restored
 */
export async function restoreQuarantinedRows(
  now: number,
  which: "all" | "after an hour",
  until = Number.POSITIVE_INFINITY,
): Promise<number> {
  const isAll = which === "all";
  let count = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const range = {
      index: "due",
      limit: PAGE_ROWS,
      after,
      ...(isAll ? {} : { to: `${paddedNumber(now)}~` }),
    } as const;
    const page = await queryItems(QUARANTINE_PARTITION, range);
    for (const { pk, sk } of page.items) {
      if (Date.now() >= until) return count;
      const key = { pk: String(pk), sk: String(sk) };
      count += (await tryRestore(key, now, isAll ? 0 : MAX_TRIES - 1)) ? 1 : 0;
    }
    after = page.after;
  } while (after && Date.now() < until);
  return count;
}

// Must not throw: one row that cannot be restored would block all others.
async function tryRestore(key: { pk: string; sk: string }, now: number, tries: number): Promise<boolean> {
  try {
    return await restoreRow(key, now, tries);
  } catch (error) {
    logger.error("due not taken back", { record: key.sk, outcome: "aside", error });
    return false;
  }
}

async function restoreRow(key: { pk: string; sk: string }, now: number, due_tries: number): Promise<boolean> {
  const isQuarantined = { expression: "due = :aside", values: { ":aside": QUARANTINE_PARTITION } };
  const found = await changeItem(key, { add: { due_tries: 0 } }, isQuarantined);
  if (!found) return false;
  const due_by = `${paddedNumber(now)}#${key.sk}`;
  const set = { due: found.due_in, due_by, due_tries, due_put: due_by };
  return (await changeItem(key, { set, remove: ["due_in"] }, isQuarantined)) !== undefined;
}
