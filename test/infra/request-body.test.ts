import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { readBody } from "#infra/local/request-body.ts";

const MEGABYTE = Buffer.alloc(1024 * 1024, "x");

test("a body that is too large is read to its end before its caller is answered", async () => {
  const incoming = new IncomingMessage(new Socket());
  incoming.headers["transfer-encoding"] = "chunked";
  const answers: unknown[] = [];
  const read = readBody(incoming).then((answer) => answers.push(answer));
  for (let sent = 0; sent < 11; sent++) incoming.push(MEGABYTE);
  await turn();
  expect(answers).toEqual([]);
  incoming.push(null);
  await read;
  expect(answers).toEqual(["too large"]);
});

test("a declared length that is too large needs no byte", async () => {
  const incoming = new IncomingMessage(new Socket());
  incoming.headers["content-length"] = String(11 * MEGABYTE.length);
  expect(await readBody(incoming)).toBe("too large");
});
