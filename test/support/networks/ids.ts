let counter = 0;

/** An id as networks give them, another at each call. */
export function newNetworkId(): string {
  counter += 1;
  return String(10_000_000_000 + counter);
}
