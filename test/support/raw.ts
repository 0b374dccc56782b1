import { connect } from "node:net";
import { env } from "#core/env.ts";

export type RawResponse = { status: number; headers: string; body: string };

/** Sends raw bytes that no HTTP client would send, and reads the whole answer. */
export function sendRaw(head: string, body: string | Buffer = ""): Promise<RawResponse> {
  const { hostname, port } = new URL(env("PUBLIC_URL"));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // The server may answer and close before everything was sent.
    socket.on("error", (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on("close", () => {
      const [top = "", ...rest] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(top)?.[1] ?? 0);
      resolve({ status, headers: top.toLowerCase(), body: withoutChunks(top, rest.join("\r\n\r\n")) });
    });
    socket.write(
      `${head.replaceAll("\n", "\r\n")}\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
      "latin1",
    );
    socket.write(body);
  });
}

function withoutChunks(top: string, body: string): string {
  if (!/transfer-encoding: chunked/i.test(top)) return body;
  return body.replace(/^[0-9a-f]+\r\n/gim, "").replace(/\r\n/g, "");
}
