import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves requests at a free port of this machine. */
export async function serve(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { server, port, url: `http://127.0.0.1:${port}`, stop, [Symbol.dispose]: stop };
}
