import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOCALHOST = "127.0.0.1";

/** The preferred port if it is free, else 0, with which a server gets any free port from the system. */
export async function preferredOrAnyPort(wished = 0): Promise<number> {
  return wished === 0 ? 0 : ((await tryPort(wished)) ?? 0);
}

/** A free port, the preferred one if possible, for a program that cannot choose one itself. */
export async function freePort(wished = 0, host = LOCALHOST): Promise<number> {
  const found = (await tryPort(wished, host)) ?? (await tryPort(0, host));
  return found ?? Promise.reject(new Error("There is no free port."));
}

/** A random loopback address; macOS has only 127.0.0.1. */
export async function unguessableHost(): Promise<string> {
  const part = () => randomInt(1, 255);
  const host = `127.${part()}.${part()}.${part()}`;
  return (await tryPort(0, host)) === undefined ? LOCALHOST : host;
}

function tryPort(port: number, host = LOCALHOST): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, host, () => {
      const address = server.address();
      const found = typeof address === "object" && address ? address.port : undefined;
      server.close(() => resolve(found));
    });
  });
}
