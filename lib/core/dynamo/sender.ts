import http from "node:http";
import https from "node:https";
import type { timeouts } from "#core/aws.ts";

/** A request as the SDK's client or ours has it. */
interface Asked {
  protocol: string;
  hostname: string;
  port?: number | undefined;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface Answer {
  statusCode: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Connections of one process to the table at most. */
const MOST = 50;
/** What a connection that broke says; the SDK asks again then. */
const BROKEN: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/**
 * In place of the SDK's own request handler, for requests whose bodies are texts and whose answers are read whole: half
 * the work of a call, and no second loading of `node:http` at its first.
 *
 * @param options as `timeouts` has them: for the connection, and for the answer to its last byte
 */
export function directly({
  requestHandler: { connectionTimeout, requestTimeout },
}: ReturnType<typeof timeouts>) {
  const agents = new Map<string, http.Agent>();
  const agentOf = (protocol: string): http.Agent => {
    const made = agents.get(protocol);
    if (made) return made;
    const options = { keepAlive: true, maxSockets: MOST };
    const agent = protocol === "https:" ? new https.Agent(options) : new http.Agent(options);
    agents.set(protocol, agent);
    return agent;
  };
  const handle = ({ protocol, hostname, port, method, path, headers, body }: Asked) =>
    new Promise<{ response: Answer }>((resolve, reject) => {
      const send = protocol === "https:" ? https.request : http.request;
      const sent = send({ host: hostname, port, method, path, headers, agent: agentOf(protocol) });
      const late = setTimeout(() => sent.destroy(timeUp("an answer", requestTimeout)), requestTimeout);
      const fail = (error: Error) => {
        clearTimeout(late);
        const { code } = error as { code?: unknown };
        reject(BROKEN.has(code) ? Object.assign(error, { name: "TimeoutError" }) : error);
      };
      sent.on("error", fail);
      sent.on("socket", (socket) => {
        if (!socket.connecting) return;
        const slow = setTimeout(
          () => sent.destroy(timeUp("a connection", connectionTimeout)),
          connectionTimeout,
        );
        socket.once("connect", () => clearTimeout(slow));
        socket.once("close", () => clearTimeout(slow));
      });
      sent.on("response", (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", fail);
        answer.on("end", () => {
          clearTimeout(late);
          const [first = Buffer.alloc(0)] = chunks;
          const whole = chunks.length > 1 ? Buffer.concat(chunks) : first;
          resolve({ response: { statusCode: answer.statusCode ?? 0, headers: answer.headers, body: whole } });
        });
      });
      sent.end(body);
    });
  const destroy = () => {
    for (const agent of agents.values()) agent.destroy();
  };
  const metadata = { handlerProtocol: "http/1.1" };
  return { requestHandler: { metadata, handle, destroy } };
}

function timeUp(what: string, milliseconds: number): Error {
  const error = new Error(`DynamoDB gave no sign of ${what} within ${milliseconds} ms.`);
  return Object.assign(error, { name: "TimeoutError" });
}
