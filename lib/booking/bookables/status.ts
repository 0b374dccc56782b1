import { type Bookable, STATUSES } from "./bookable-schema.ts";

type Status = (typeof STATUSES)[number];

interface Sent {
  status?: Status | undefined;
  statuses?: { status: string }[] | undefined;
}

/** The status that was sent: by its field, or as the older form's last entry. */
export function requestedStatus({ status, statuses }: Sent, before?: Status): Status | undefined {
  const last = statuses?.at(-1)?.status.toUpperCase();
  return changedValue(
    before,
    status,
    STATUSES.find((each) => each === last),
  );
}

/**
 * What was sent of something that both forms can say. Who sends a reply back with a change says it in both: then the
 * one that is not as it was counts.
 */
export function changedValue<A>(
  before: A | undefined,
  current: A | undefined,
  older: A | undefined,
): A | undefined {
  const isOld = current === undefined || JSON.stringify(current) === JSON.stringify(before);
  return isOld ? (older ?? current) : current;
}

/** Whether everybody may see a record. */
export function isPublished({ status, access }: Pick<Bookable, "status" | "access">): boolean {
  return status === "ACTIVE" && access === "public";
}
