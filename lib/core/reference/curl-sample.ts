import type { SampleRequest } from "./sample-request.ts";

/** A call with curl, in which variables of the shell stand for the API, the ids and the token. */
export function curlSample({ method, path, caller, query, body, upload }: SampleRequest): string {
  const example = body === undefined ? undefined : JSON.stringify(body, null, 2);
  const sent = upload || example !== undefined;
  const isUsual = method === (sent ? "POST" : "GET");
  const pairs = query.map(({ name, value }) =>
    "slot" in value
      ? `${name}=$${shellVariable(value.slot)}`
      : `${name}=${encodeURIComponent(value.literal)}`,
  );
  const url = `$API${path.replace(/\{(\w+)\}/g, (_, slot: string) => `$${shellVariable(slot)}`)}`;
  const parts = [
    `curl -sS${isUsual ? "" : ` -X ${method}`} "${[url, pairs.join("&")].filter(Boolean).join("?")}"`,
    caller === "open" ? "" : `-H "authorization: Bearer $${caller === "visitor" ? "VISITOR" : "TOKEN"}"`,
    upload ? "-F files=@picture.jpg" : "",
    example !== undefined && !upload
      ? `-H "content-type: application/json" \\\n  -d '${example.replaceAll("'", "'\\''")}'`
      : "",
  ];
  return parts.filter(Boolean).join(" \\\n  ");
}

/** `STORE` for `storeId`, as the demo exports it. A business is the same tenant. */
export function shellVariable(slot: string): string {
  const name = slot.replace(/Id$/, "").replace(/([a-z])([A-Z])/g, "$1_$2");
  // `TOKEN` is the caller's.
  if (name === "token") return slot === name ? "LINK_TOKEN" : "TOKEN_ID";
  return name.toUpperCase() === "BUSINESS" ? "STORE" : name.toUpperCase();
}
