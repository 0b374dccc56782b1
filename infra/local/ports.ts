import { createServer } from "node:net";

/** A free port of this machine: the wished one if nobody has it, else any. */
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
