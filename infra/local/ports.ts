import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOCALHOST = "127.0.0.1";

/**
 * The wished port if nobody has it, else 0: a server that listens on it takes any that is free, and says which. Nobody
 * can take it meanwhile, as with a port that is looked for first.
 */
export async function preferredOrAnyPort(wished = 0): Promise<number> {
  return wished === 0 ? 0 : ((await tryPort(wished)) ?? 0);
}

/** A free port of this machine, for a program that has to be told one: the wished one if nobody has it, else any. */
export async function freePort(wished = 0, host = LOCALHOST): Promise<number> {
  const found = (await tryPort(wished, host)) ?? (await tryPort(0, host));
  return found ?? Promise.reject(new Error("There is no free port."));
}

/** One of the sixteen million addresses of this machine that others cannot reach; macOS has but the first. */
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
