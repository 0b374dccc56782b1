let lastId = 0;

/** A new numeric id, as networks have them. */
export function newNetworkId(): string {
  lastId += 1;
  return String(10_000_000_000 + lastId);
}
