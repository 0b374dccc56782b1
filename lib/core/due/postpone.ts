import { changeItem } from "#core/dynamo/change.ts";
import { paddedNumber } from "#core/dynamo/key.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { logger } from "#core/log.ts";
import type { DueRow } from "./round.ts";
import type { DueWork } from "./work.ts";

/** Partition of the due index that the rows put aside stand in. */
const ASIDE = "DUE_ASIDE";
/** Failures after which a row is put aside: half an hour after the first. */
const TRIES = 6;
/** Seconds after which a row put aside is tried once more by itself: what was wrong may have been a provider's. */
const AGAIN = 3600;
/** The second of what is tried again when a person says so, and not before. */
const NEVER = 999_999_999_999;
const PAGE = 100;

/**
 * Puts a row that failed off: by one minute, then two, four, up to sixteen, and then aside, where a person finds it and
 * where it is tried once an hour. One that ended its worker goes aside at once, and stays there. These are keys of the
 * index alone: the next change of the record takes it back to where its own time puts it.
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
  const due_tries = endedWorker ? TRIES : 1;
  // Tries of an earlier time may be left in a record that is changed in place.
  const tried = "due_by = :by and (attribute_not_exists(due_tries) or due_put = :by)";
  const counted =
    (await changeItem({ pk, sk }, { add: { due_tries } }, { ...unchanged, expression: tried })) ??
    (await changeItem({ pk, sk }, { set: { due_tries } }, unchanged));
  if (!counted) return;
  const tries = Number(counted.due_tries);
  const isOver = tries >= TRIES;
  const set = isOver
    ? {
        due: ASIDE,
        due_by: `${paddedNumber(endedWorker ? NEVER : now + AGAIN)}#${pk}#${sk}`,
        due_in: counted.due,
      }
    : { due_by: `${paddedNumber(now + 60 * 2 ** (tries - 1))}#${sk}` };
  await changeItem({ pk, sk }, { set: { ...set, due_put: set.due_by } }, unchanged);
  if (!isOver) return;
  const of = { kind: work.kind, tenant: row.tenant, pk, sk };
  logger.error("due record put aside", { alarm: "due-aside", ...of, ended_worker: endedWorker });
}

/**
 * Has rows put aside looked at again, each where it was.
 *
 * @param now seconds
 * @param those `all`, which then have as many tries as new ones; or those of which the hour is over, which have one
 * @param until milliseconds by `Date.now()` after which the rest is left
 * @returns how many there were
 */
export async function restoreQuarantinedRows(
  now: number,
  those: "all" | "after an hour",
  until = Number.POSITIVE_INFINITY,
): Promise<number> {
  const isAll = those === "all";
  let count = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const range = {
      index: "due",
      limit: PAGE,
      after,
      ...(isAll ? {} : { to: `${paddedNumber(now)}~` }),
    } as const;
    const page = await queryItems(ASIDE, range);
    for (const { pk, sk } of page.items) {
      if (Date.now() >= until) return count;
      const key = { pk: String(pk), sk: String(sk) };
      count += (await wasTakenBack(key, now, isAll ? 0 : TRIES - 1)) ? 1 : 0;
    }
    after = page.after;
  } while (after && Date.now() < until);
  return count;
}

// The longest aside comes first: one that cannot be taken back would keep all others there.
async function wasTakenBack(key: { pk: string; sk: string }, now: number, tries: number): Promise<boolean> {
  try {
    return await takeBack(key, now, tries);
  } catch (error) {
    logger.error("due not taken back", { record: key.sk, outcome: "aside", error });
    return false;
  }
}

async function takeBack(key: { pk: string; sk: string }, now: number, due_tries: number): Promise<boolean> {
  const isAside = { expression: "due = :aside", values: { ":aside": ASIDE } };
  const found = await changeItem(key, { add: { due_tries: 0 } }, isAside);
  if (!found) return false;
  const due_by = `${paddedNumber(now)}#${key.sk}`;
  const set = { due: found.due_in, due_by, due_tries, due_put: due_by };
  return (await changeItem(key, { set, remove: ["due_in"] }, isAside)) !== undefined;
}
