import { createServer } from "node:net";

/**
 * The wished port if nobody has it, else 0: a server that listens on it takes any that is free, and says which. Nobody
 * can take it meanwhile, as with a port that is looked for first.
 */
export async function wishedOrAny(wished = 0): Promise<number> {
  return wished === 0 ? 0 : ((await tryPort(wished)) ?? 0);
}

/** A free port of this machine, for a program that has to be told one: the wished one if nobody has it, else any. */
export async function freePort(wished = 0): Promise<number> {
  return (await tryPort(wished)) ?? (await tryPort(0)) ?? Promise.reject(new Error("There is no free port."));
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      const found = typeof address === "object" && address ? address.port : undefined;
      server.close(() => resolve(found));
    });
  });
}
