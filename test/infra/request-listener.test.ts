import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { limitedSes, SesAccount } from "#infra/local/ses-limits.ts";
import { safeListener, urlOf } from "#infra/request-listener.ts";
import { serve } from "#test/support/serve.ts";

let printed: MockInstance<typeof console.error>;
beforeEach(() => {
  printed = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

const fail = () => {
  throw new Error("It broke.");
};

test.each([
  ["throws", fail],
  ["rejects", async () => fail()],
])("a request whose handler %s is answered, and printed", async (_, answer) => {
  using server = await serve(safeListener("A stand-in", answer));
  const reply = await fetch(server.url);
  expect([reply.status, await reply.text()]).toEqual([500, "It broke."]);
  expect(printed).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^A stand-in: Error: It broke\./));
});

test("a path that is no part of a URL is refused, and not printed", async () => {
  using server = await serve(
    safeListener("A stand-in", (request, response) => response.end(urlOf(request).pathname)),
  );
  expect((await fetch(`${server.url}//`)).status).toBe(400);
  expect(await (await fetch(`${server.url}/a?b`)).text()).toBe("/a");
  expect(printed).not.toHaveBeenCalled();
});

test("an answer that has begun is cut off, so that its caller does not wait", async () => {
  using server = await serve(
    safeListener("A stand-in", (_, response) => {
      response.writeHead(200).write("The beginning");
      fail();
    }),
  );
  await expect(fetch(server.url).then((reply) => reply.text())).rejects.toThrow(TypeError);
  expect(printed).toHaveBeenCalledOnce();
});

test("a caller who goes away while it sends a mail ends nothing", async () => {
  const server = limitedSes("http://127.0.0.1:9", new SesAccount({}), "us-east-1");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const caller = connect(port, "127.0.0.1");
  const gone = new Promise((resolve) => {
    server.once("request", (request) => {
      request.once("close", resolve);
      caller.destroy();
    });
  });
  caller.write("POST / HTTP/1.1\r\nhost: ses\r\ncontent-length: 9\r\n\r\nAct");
  await gone;
  const body = new URLSearchParams({ Action: "GetSendQuota" });
  expect((await fetch(`http://127.0.0.1:${port}`, { method: "POST", body })).status).toBe(200);
  expect(printed).not.toHaveBeenCalled();
  server.closeAllConnections();
  server.close();
});
