import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** How a service answers: late, or not at all. */
export interface Manners {
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
  const reply = await fetch(new URL(request.url ?? "/", target), {
    method: request.method ?? "GET",
    headers,
    redirect: "manual",
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  const body = Buffer.from(await reply.arrayBuffer());
  if (isPost) await sleep(manners.late());
  const kept = [...reply.headers].filter(
    ([name]) => !/^(content-length|content-encoding|transfer-encoding|connection)$/.test(name),
  );
  response.writeHead(reply.status, Object.fromEntries(kept)).end(body);
}
