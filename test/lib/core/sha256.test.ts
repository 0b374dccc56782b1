import { createHash, createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { Sha256 } from "#core/dynamo/fast/exchange.ts";

const text = "A washed coffee from the hills, hell geröstet";
const bytes = new Uint8Array(randomBytes(100)).subarray(10, 90);

async function digestOf(hash: Sha256, ...data: (string | Uint8Array)[]): Promise<string> {
  for (const each of data) hash.update(each);
  return Buffer.from(await hash.digest()).toString("hex");
}

test("the hash of calls is SHA-256 (FIPS 180-4) for every type of data", async () => {
  const plain = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
  expect(await digestOf(new Sha256())).toBe(plain(""));
  expect(await digestOf(new Sha256(), text)).toBe(plain(text));
  expect(await digestOf(new Sha256(), bytes)).toBe(plain(bytes));
  expect(await digestOf(new Sha256(), text, bytes)).toBe(plain(Buffer.concat([Buffer.from(text), bytes])));
  const again = new Sha256();
  again.update(text);
  again.reset();
  expect(await digestOf(again, bytes)).toBe(plain(bytes));
});

test("with a secret it is HMAC (RFC 2104), with a new key and with a cached one", async () => {
  for (const secret of ["a secret", bytes, new Uint8Array(bytes).buffer]) {
    const plain = createHmac("sha256", typeof secret === "string" ? secret : new Uint8Array(secret))
      .update(text)
      .digest("hex");
    expect(await digestOf(new Sha256(secret), text)).toBe(plain);
    expect(await digestOf(new Sha256(secret), text)).toBe(plain);
  }
});
