import { createHash } from "node:crypto";
import { isLeaseHeld, LEASE_SECONDS, takeLease } from "#core/dynamo/lease.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { expectedFailure, tryTransact } from "#core/dynamo/try-transact.ts";
import { countMails } from "#lib/delivery/mail/counts.ts";
import { countEdition } from "#lib/delivery/mail/edition-counts.ts";
import type { SendNewsletter } from "./messages.ts";
import type { StoredSubscriber } from "./schema.ts";
import { type Progress, progress, subscribers, unknownOutcomes } from "./table.ts";

/** Takes the right to send a part; `undefined` while somebody else is at it, or when it is done. */
export async function leasePart(
  { business_id, entry_id, round, part }: SendNewsletter,
  now: number,
): Promise<Progress | undefined> {
  const slots = { businessId: business_id, entryId: entry_id, round, part };
  const item = await takeLease(progress.key(slots), now, {
    set: { ...slots, _t: progress.name },
    condition: { expression: "not done = :true", values: { ":true": true } },
  });
  return item && progress.parse(item);
}

/**
 * Writes down how far a part has come, for whoever holds it; `undefined` when another has taken over. Counts are
 * written as they are and not added, so that a request which the SDK repeats counts nothing twice.
 */
export async function saveProgress(
  held: Progress,
  until: number,
  beside: Write[] = [],
): Promise<Progress | undefined> {
  const saved = await saveWith(held, until, beside);
  return typeof saved === "string" ? undefined : saved;
}

async function saveWith(held: Progress, until: number, beside: Write[]): Promise<Progress | "left" | "lost"> {
  const { after, inFlight, done, sent, skipped, refused, unknown } = held;
  const set = { after, inFlight, done, sent, skipped, refused, unknown, lease_until: until };
  const writes = [progress.update(held, { set }, isLeaseHeld(held), expectedFailure("lost")), ...beside];
  const outcome = await tryTransact({ now: () => until, guards: undefined }, writes);
  if (outcome === undefined) return held;
  return outcome === "left" ? "left" : "lost";
}

/**
 * Writes down that a subscriber's mail is about to go, with what came of those before it, in one transaction with the
 * subscription still standing: whoever has ended it by then gets nothing.
 *
 * @returns `lost` when another has taken the part over
 */
export async function claimSubscriber(
  held: Progress,
  subscriber: StoredSubscriber,
  now: number,
): Promise<Progress | "left" | "lost"> {
  const active = {
    ...subscribers.checkExists(subscriber, expectedFailure("left")),
    condition: {
      expression: "#status = :active and (attribute_type(expiresAt, :null) or expiresAt > :now)",
      names: { "#status": "status" },
      values: { ":active": "ACTIVE", ":null": "NULL", ":now": now },
    },
  };
  const { id } = subscriber;
  return saveWith({ ...held, after: id, inFlight: id }, now + LEASE_SECONDS, [active]);
}

/** Lists and counts a mail of which nobody knows whether it went, such as one that was on its way at a crash. */
export async function recordUnknownOutcome(
  held: Progress,
  collectionId: string,
  now: number,
): Promise<Progress | undefined> {
  if (held.inFlight === "") return held;
  const { businessId, entryId, round, inFlight: id } = held;
  const subscriber = await subscribers.find({ businessId, collectionId, id });
  const listed = { businessId, entryId, round, subscriberId: id, email: subscriber?.email ?? "" };
  const settled = { ...held, inFlight: "", unknown: held.unknown + 1 };
  return saveProgress(settled, now + LEASE_SECONDS, [unknownOutcomes.put(listed)]);
}

/** Tells the statistics and figures what they do not know yet; exact, because it is one transaction with what they know. */
export async function countPartMails(held: Progress, now: number, isTracked: boolean): Promise<void> {
  const sent = held.sent - held.countedSent;
  const failed = held.refused - held.countedFailed;
  if (sent === 0 && failed === 0) return;
  await transact({ now: () => 0, guards: undefined }, [
    {
      ...progress.update(held, { add: { countedSent: sent, countedFailed: failed } }),
      condition: {
        expression: "countedSent = :known or attribute_not_exists(countedSent)",
        values: { ":known": held.countedSent },
      },
    },
    countMails(held.businessId, { sent, failed }),
    countEdition(held.businessId, held.entryId, now, { sent, failed, tracked: isTracked ? sent : 0 }),
  ]);
}

/** Subscribers of a part after the last that was taken, a page at a time. */
export async function nextSubscribers(
  { businessId, after, part }: Progress,
  collectionId: string,
  parts: number,
): Promise<{ records: StoredSubscriber[]; last: string | undefined }> {
  const partition = subscribers.partition({ businessId, collectionId });
  const page = await subscribers.query(partition, {
    ...(after === "" ? {} : { from: `${after}!` }),
    limit: 100 * parts,
  });
  const records = page.records.filter(({ id }) => partOf(id, parts) === part);
  return { records, last: page.records.at(-1)?.id };
}

function partOf(id: string, parts: number): number {
  return parts === 1 ? 0 : (createHash("sha256").update(id).digest()[0] ?? 0) % parts;
}
