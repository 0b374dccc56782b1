import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { compressReply, jsonReply } from "#core/http/reply.ts";
import { platform } from "#functions/system/platform/routes.ts";

const large = jsonReply(
  200,
  { items: Array.from({ length: 900 }, (_, id) => ({ id, name: "a picture" })) },
  "r",
);

test("a large JSON answer is gzip for callers that accept it, and plain text for others", () => {
  for (const accepted of ["gzip", "br, GZIP;q=0.5", "*"]) {
    const { body, headers, isBase64Encoded } = compressReply(large, accepted);
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(isBase64Encoded).toBe(true);
    expect(gunzipSync(Buffer.from(body, "base64")).toString()).toBe(large.body);
    expect(body.length).toBeLessThan(large.body.length / 3);
  }
  for (const accepted of [undefined, "", "br", "gzip;q=0", "*;q=0.0"]) {
    const { body, headers } = compressReply(large, accepted);
    expect(body).toBe(large.body);
    expect(headers["content-encoding"]).toBeUndefined();
  }
});

test("small answers, pictures and base64 bodies are not compressed", () => {
  const small = jsonReply(200, { id: 1 }, "r");
  const picture = { ...large, headers: { "content-type": "image/png" } };
  for (const each of [small, picture, { ...large, isBase64Encoded: true }])
    expect(compressReply(each, "gzip")).toBe(each);
});

test("the API compresses over HTTP, and the weak ETag still finds the answer unchanged", async () => {
  const path = `${inject("addresses").api}${platform.listWorkflowTools.path}`;
  const first = await compressedReply(path, { "accept-encoding": "gzip" });
  expect(first.headers["content-encoding"]).toBe("gzip");
  const plain = await compressedReply(path, {});
  expect(gunzipSync(first.bytes).equals(plain.bytes)).toBe(true);
  const again = await compressedReply(path, {
    "accept-encoding": "gzip",
    "if-none-match": String(first.headers.etag),
  });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

function compressedReply(url: string, headers: Record<string, string>) {
  type Answer = { status: number | undefined; headers: Record<string, unknown>; bytes: Buffer };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { headers }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray());
      resolve({ status: answer.statusCode, headers: answer.headers, bytes });
    });
    sent.once("error", reject);
    sent.end();
  });
}
