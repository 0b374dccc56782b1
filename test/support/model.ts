import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";

/** A stand-in for Bedrock that answers this process's requests with a text, or with the requested object. */
export async function standInForModel(
  answer: (request: string) => string | object | Promise<string | object>,
): Promise<() => Promise<void>> {
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const reply = await answer(Buffer.concat(chunks).toString());
      const part =
        typeof reply === "string"
          ? { text: reply.slice(0, 3900) }
          : { toolUse: { toolUseId: "one", name: "answer", input: reply } };
      response.setHeader("content-type", "application/json");
      const message = { role: "assistant", content: [part] };
      response.end(JSON.stringify({ output: { message }, stopReason: "end_turn", usage: {}, metrics: {} }));
    });
  });
  server.on("session", (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("AI_MODEL", "test-model");
  vi.stubEnv("AWS_ENDPOINT_URL_BEDROCK_RUNTIME", `http://127.0.0.1:${port}`);
  return async () => {
    for (const session of sessions) session.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}
