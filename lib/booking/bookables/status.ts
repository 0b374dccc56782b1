import { type Bookable, STATUSES } from "./bookable-schema.ts";

type Status = (typeof STATUSES)[number];

interface StatusInput {
  status?: Status | undefined;
  statuses?: { status: string }[] | undefined;
}

/** The requested status: `status`, or the last entry of the older API's `statuses`. */
export function requestedStatus({ status, statuses }: StatusInput, before?: Status): Status | undefined {
  const last = statuses?.at(-1)?.status.toUpperCase();
  return changedValue(
    before,
    status,
    STATUSES.find((each) => each === last),
  );
}

/**
 * Chooses between the two inputs of a value that both APIs have. A caller may send back both as they were read: the one
 * that differs from the stored value counts.
 */
export function changedValue<A>(
  before: A | undefined,
  current: A | undefined,
  older: A | undefined,
): A | undefined {
  const isOld = current === undefined || JSON.stringify(current) === JSON.stringify(before);
  return isOld ? (older ?? current) : current;
}

export function isPublished({ status, access }: Pick<Bookable, "status" | "access">): boolean {
  return status === "ACTIVE" && access === "public";
}
