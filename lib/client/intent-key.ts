/**
 * A key for one intent, such as a press of "buy". The client adds one to each POST and its retries; set the
 * header `Idempotency-Key` yourself if several calls have the same intent.
 */
export function intentKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
