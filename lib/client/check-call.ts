/** What a call is given, as far as it decides where the request goes and what it contains. */
interface Call {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  body?: unknown;
}

/**
 * Refuses what would reach another address or lose a value: an id that is missing, empty or dots only, a date or an
 * empty list in the query, a body of bytes.
 *
 * @param path of the operation, such as `/v1/stores/{storeId}`
 * @throws TypeError that names the value
 */
export function checkCall(path: string, { params: { path: slots = {}, query = {} } = {}, body }: Call): void {
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
    const value = slots[name];
    const isText = typeof value === "string" || typeof value === "number";
    // A URL resolves "." and ".." also where they are encoded.
    if (!isText || /^\.{0,2}$/.test(String(value)))
      throw new TypeError(`${name} of ${path} is no id: ${value}`);
  }
  for (const [name, value] of Object.entries(query)) {
    const isList = Array.isArray(value);
    if (isList && value.length === 0)
      throw new TypeError(`${name} of the query is an empty list, which would select everything.`);
    if ((isList ? value : [value]).some((each) => typeof each === "object" && each !== null))
      throw new TypeError(
        `${name} of the query is neither a text, a number nor a list of them. Send times as Unix seconds.`,
      );
  }
  if (
    body instanceof Blob ||
    body instanceof URLSearchParams ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body)
  )
    throw new TypeError("The body is neither JSON nor FormData.");
}
