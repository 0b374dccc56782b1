import { request as plain } from "node:http";
import { request as secure } from "node:https";

/** A complete response. */
export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends bytes without copying them: `fetch` copies a body twice, which takes too much memory for parts of videos. Opens
 * a new socket and follows no redirect.
 *
 * @param most most characters of the answer
 */
export function sendBytes(
  url: URL,
  method: string,
  headers: Record<string, string>,
  bytes: readonly Uint8Array[],
  { signal, most }: { signal: AbortSignal; most: number },
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === "http:" ? plain : secure;
    const length = { "content-length": String(bytes.reduce((sum, piece) => sum + piece.length, 0)) };
    const sent = request(
      url,
      { method, headers: { ...headers, ...length }, agent: false, signal },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece: string) => {
          text += piece;
          if (text.length > most) sent.destroy(new Error("the answer is too long"));
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: headersIn(response.headers), text }),
        );
      },
    );
    sent.on("error", reject);
    for (const piece of bytes) if (piece.length > 0) sent.write(piece);
    sent.end();
  });
}

function headersIn(raw: NodeJS.Dict<string | string[]>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) if (value !== undefined) headers.set(name, String(value));
  return headers;
}
