import { idFloor, idTime } from "#core/id.ts";
import type { ListRequest } from "./types.ts";

/** Whether a record's time of creation, which its id carries, is in the range asked for. */
export function inRange(
  sk: string,
  { createdFrom, createdTo }: Pick<ListRequest, "createdFrom" | "createdTo">,
): boolean {
  if (createdFrom === undefined && createdTo === undefined) return true;
  const created = Math.floor(idTime(sk) ?? 0);
  return created >= (createdFrom ?? 0) && created <= (createdTo ?? Number.POSITIVE_INFINITY);
}

/** Whether a record's `by_key` is in the range asked for. */
export function inKeys(key: string, { keyFrom = "", keyTo }: ListRequest): boolean {
  return key >= keyFrom && (keyTo === undefined || key <= keyTo);
}

/** The range of sort keys that a list's index is read in. */
export function rangeOf(
  sort: "sk" | "by_updated" | "by_key",
  request: ListRequest,
): { from?: string; to?: string } {
  if (sort === "sk") return createdRange(request);
  const { keyFrom, keyTo } = request;
  if (sort === "by_updated") return {};
  return {
    ...(keyFrom === undefined ? {} : { from: keyFrom }),
    ...(keyTo === undefined ? {} : { to: keyTo }),
  };
}

function createdRange({ idPrefix, createdFrom, createdTo }: ListRequest): { from?: string; to?: string } {
  return {
    ...(createdFrom === undefined ? {} : { from: idFloor(idPrefix, createdFrom) }),
    ...(createdTo === undefined ? {} : { to: `${idFloor(idPrefix, createdTo + 0.999)}~` }),
  };
}
