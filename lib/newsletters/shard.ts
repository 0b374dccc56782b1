import { createHash, randomUUID } from "node:crypto";
import { changeItem } from "#core/dynamo/change.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { countMails } from "#core/mail/stats.ts";
import { suppressionKeys } from "#core/mail/suppression.ts";
import type { SendMessage } from "./schema.ts";
import { isActive } from "./subscribers.ts";
import { type Progress, progress, type StoredSubscriber, subscribers, unknownOutcomes } from "./table.ts";

/** Seconds after which a sender that wrote nothing is taken for dead. */
export const LEASE = 60;

/** Takes the right to send a shard; `undefined` while somebody else is at it, or when it is done. */
export async function takeShard(
  { business_id, entry_id, round, shard }: SendMessage,
  now: number,
): Promise<Progress | undefined> {
  const slots = { businessId: business_id, entryId: entry_id, round, shard };
  const item = await changeItem(
    progress.key(slots),
    { set: { ...slots, lease: randomUUID(), leaseUntil: now + LEASE, _t: progress.name } },
    {
      expression: "(attribute_not_exists(leaseUntil) or leaseUntil <= :now) and not done = :true",
      values: { ":now": now, ":true": true },
    },
  );
  return item && progress.parse(item);
}

/** Adds to a shard's progress for whoever holds it; `undefined` when another has taken over. */
export async function advance(
  held: Progress,
  now: number,
  set: Partial<Pick<Progress, "after" | "inFlight" | "done" | "leaseUntil">>,
  add: Partial<Record<"sent" | "skipped" | "refused" | "unknown", number>> = {},
): Promise<Progress | undefined> {
  const item = await changeItem(
    progress.key(held),
    { set: { leaseUntil: now + LEASE, ...set }, add },
    { expression: "lease = :lease", values: { ":lease": held.lease } },
  );
  return item && progress.parse(item);
}

/** Lists and counts the mail that a sender left on its way when it died. */
export async function settleInFlight(
  held: Progress,
  collectionId: string,
  now: number,
): Promise<Progress | undefined> {
  if (held.inFlight === "") return held;
  const { businessId, entryId, round, inFlight: id } = held;
  const subscriber = await subscribers.find({ businessId, collectionId, id });
  await transact({ now: () => now }, [
    unknownOutcomes.put({ businessId, entryId, round, subscriberId: id, email: subscriber?.email ?? "" }),
  ]);
  return advance(held, now, { inFlight: "" }, { unknown: 1 });
}

/** Tells the statistics what they do not know yet; exact, because it is one transaction with what they know. */
export async function countShard(held: Progress): Promise<void> {
  const sent = held.sent - held.countedSent;
  const failed = held.refused - held.countedFailed;
  if (sent === 0 && failed === 0) return;
  await transact({ now: () => 0 }, [
    {
      ...progress.update(held, { add: { countedSent: sent, countedFailed: failed } }),
      condition: {
        expression: "countedSent = :known or attribute_not_exists(countedSent)",
        values: { ":known": held.countedSent },
      },
    },
    countMails(held.businessId, { sent, failed }),
  ]);
}

/** Subscribers of a shard after the last that was taken, a page at a time. */
export async function nextSubscribers(
  { businessId, after, shard }: Progress,
  collectionId: string,
  shards: number,
): Promise<{ records: StoredSubscriber[]; last: string | undefined }> {
  const partition = subscribers.partition({ businessId, collectionId });
  const page = await subscribers.query(partition, {
    ...(after === "" ? {} : { from: `${after}!` }),
    limit: 100 * shards,
  });
  const records = page.records.filter(({ id }) => shardOf(id, shards) === shard);
  return { records, last: page.records.at(-1)?.id };
}

/** Whether a subscriber still wants mail and may be sent some, by what the table says at this moment. */
export async function mayGet(subscriber: StoredSubscriber, now: number): Promise<boolean> {
  const own = subscribers.key(subscriber);
  const suppressed = await suppressionKeys(subscriber.email, subscriber.businessId);
  const [item, ...others] = await batchGetItems([own, ...suppressed], true);
  if (!item || item.pk !== own.pk || others.length > 0) return false;
  return isActive(subscribers.parse(item), now);
}

function shardOf(id: string, shards: number): number {
  return shards === 1 ? 0 : (createHash("sha256").update(id).digest()[0] ?? 0) % shards;
}
