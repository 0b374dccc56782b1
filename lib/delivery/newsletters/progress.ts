import { createHash } from "node:crypto";
import { ifLeaseHeld, LEASE_SECONDS, takeLease } from "#core/dynamo/lease.ts";
import { transact, type Write } from "#core/dynamo/transact.ts";
import { expectedFailure, tryTransact } from "#core/dynamo/try-transact.ts";
import { countMails } from "#lib/delivery/mail/counts.ts";
import { countEdition } from "#lib/delivery/mail/edition-counts.ts";
import type { SendNewsletter } from "./messages.ts";
import type { StoredSubscriber } from "./schema.ts";
import { type Progress, progress, subscribers, unknownOutcomes } from "./table.ts";

/** Leases a part of the send to this sender; `undefined` if another sender holds it, or if it is done. */
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
 * Stores the progress of a part; `undefined` if another sender has taken over. Counts are set and not added to, so that
 * a write that the SDK repeats counts nothing twice.
 */
export async function saveProgress(
  held: Progress,
  until: number,
  beside: Write[] = [],
): Promise<Progress | undefined> {
  const saved = await saveProgressWith(held, until, beside);
  return typeof saved === "string" ? undefined : saved;
}

async function saveProgressWith(
  held: Progress,
  until: number,
  beside: Write[],
): Promise<Progress | "left" | "lost"> {
  const { after, inFlight, done, sent, skipped, refused, unknown } = held;
  const set = { after, inFlight, done, sent, skipped, refused, unknown, lease_until: until };
  const writes = [progress.update(held, { set }, ifLeaseHeld(held), expectedFailure("lost")), ...beside];
  const outcome = await tryTransact({ now: () => until, guards: undefined }, writes);
  if (outcome === undefined) return held;
  return outcome === "left" ? "left" : "lost";
}

/**
 * Stores that a subscriber's mail is about to be sent, together with the outcomes of earlier mails. The transaction
 * also checks that the subscription is still active.
 *
 * @returns `lost` if another sender has taken over, `left` if the subscription is no longer active
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
  return saveProgressWith({ ...held, after: id, inFlight: id }, now + LEASE_SECONDS, [active]);
}

/** Counts and lists the mail whose outcome is unknown, such as the one that was being sent at a crash. */
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

/**
 * Adds the mails since the last call to statistics and figures. One transaction adds them and stores the added numbers,
 * so no mail is counted twice.
 */
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

/** The next page of a part's subscribers. */
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
  const records = page.records.filter(({ id }) => partOfSubscriber(id, parts) === part);
  return { records, last: page.records.at(-1)?.id };
}

function partOfSubscriber(id: string, parts: number): number {
  return parts === 1 ? 0 : (createHash("sha256").update(id).digest()[0] ?? 0) % parts;
}
