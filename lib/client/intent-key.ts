/**
 * A key for one intent, such as one press of "buy". The client makes one for each POST, which its own retries send
 * again; send yours as the header `Idempotency-Key` where more than one call has the same intent.
 */
export function intentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
