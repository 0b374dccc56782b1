import { createServer, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import { pause } from "./pause.ts";

/** How a service answers: late, or not at all. */
interface Manners {
  /** Milliseconds by which an answer to a POST is late; it is done before. */
  late: () => number;
  /** What is answered in place of the service, which hears nothing. */
  refusal: () => { status: number; type: string; body: string } | undefined;
}

export interface SlowProxy {
  url: string;
  manners: Manners;
  stop(): Promise<void>;
}

/** A service behind a bad line: what stands before it passes everything on. */
export async function slowProxy(target: string): Promise<SlowProxy> {
  const manners: Manners = { late: () => 0, refusal: () => undefined };
  const server = createServer((request, response) => {
    pass(target, manners, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    manners,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function pass(target: string, manners: Manners, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const isPost = request.method === "POST";
  const refused = isPost ? manners.refusal() : undefined;
  if (refused) {
    response.writeHead(refused.status, { "content-type": refused.type }).end(refused.body);
    return;
  }
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    /^(host|connection|content-length|transfer-encoding|expect)$/.test(name) || value === undefined
      ? []
      : [[name, String(value)] satisfies [string, string]],
  );
  const reply = await ask(
    new URL(request.url ?? "/", target),
    request.method,
    headers,
    Buffer.concat(chunks),
  );
  if (isPost) await pause(manners.late());
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

// A connection of its own for each: one that is kept, and closed at the wrong moment, would be a fault that no test asked for.
function ask(url: URL, method = "GET", headers: [string, string][], body: Buffer) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    const sent = open(url, { method, headers: Object.fromEntries(headers), agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", reject);
      reply.on("end", () => {
        const kept = Object.entries(reply.headers).filter(
          ([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name),
        );
        const own = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
        resolve({ status: reply.statusCode ?? 502, headers: own, body: Buffer.concat(chunks) });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
