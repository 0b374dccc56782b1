import { type IncomingMessage, request as open, type ServerResponse } from "node:http";
import { pause } from "./pause.ts";
import { serve } from "./serve.ts";

interface ProxyBehavior {
  /** Milliseconds by which the answer to a POST is delayed after it was carried out. */
  delay: () => number;
  /** An answer that the proxy gives without forwarding the request. */
  refusal: () => { status: number; type: string; body: string } | undefined;
}

export type SlowProxy = { url: string; behavior: ProxyBehavior; stop(): void };

/** A proxy that simulates a bad connection to a service. */
export async function slowProxy(target: string): Promise<SlowProxy> {
  const behavior: ProxyBehavior = { delay: () => 0, refusal: () => undefined };
  const { url, stop } = await serve((request, response) => {
    forward(target, behavior, request, response).catch(() => response.destroy());
  });
  return { url, behavior, stop };
}

async function forward(
  target: string,
  behavior: ProxyBehavior,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const isPost = request.method === "POST";
  const refused = isPost ? behavior.refusal() : undefined;
  if (refused) {
    response.writeHead(refused.status, { "content-type": refused.type }).end(refused.body);
    return;
  }
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    /^(host|connection|content-length|transfer-encoding|expect)$/.test(name) || value === undefined
      ? []
      : [[name, String(value)] satisfies [string, string]],
  );
  const reply = await fetchTarget(
    new URL(request.url ?? "/", target),
    request.method,
    headers,
    Buffer.concat(chunks),
  );
  if (isPost) await pause(behavior.delay());
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

// A new connection for each request: closing a reused one at the wrong time would be an extra fault.
function fetchTarget(url: URL, method = "GET", headers: [string, string][], body: Buffer) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    const forwarded = open(url, { method, headers: Object.fromEntries(headers), agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", reject);
      reply.on("end", () => {
        const headerList = Object.entries(reply.headers).filter(
          ([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name),
        );
        const own = Object.fromEntries(headerList.map(([name, value]) => [name, String(value)]));
        resolve({ status: reply.statusCode ?? 502, headers: own, body: Buffer.concat(chunks) });
      });
    });
    forwarded.on("error", reject);
    forwarded.end(body);
  });
}
