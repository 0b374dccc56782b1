import crypto, { argon2Sync } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, test, vi } from "vitest";
import { isGuessable } from "#lib/tenancy/people/guessable.ts";
import { checkPassword, hashPassword, verifyPassword } from "#lib/tenancy/people/passwords.ts";

test("a password is hashed with argon2id at OWASP's settings, with its own salt", async () => {
  const [one, two] = await Promise.all([hashPassword("a lantern"), hashPassword("a lantern")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  const [salt = "", tag = ""] = one.split("$").slice(-2);
  const nonce = Buffer.from(salt, "base64");
  const settings = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };
  const expected = argon2Sync("argon2id", { message: "a lantern", nonce, ...settings });
  expect(expected.equals(Buffer.from(tag, "base64"))).toBe(true);
  expect(await verifyPassword("a lantern", one)).toBe(true);
  expect(await verifyPassword("a lanterm", one)).toBe(false);
});

test("the published example of the algorithm verifies", async () => {
  // Made with the reference implementation: argon2 -id, "password", salt "somesalt", 64 MiB, two passes, one lane.
  const known = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await verifyPassword("password", known)).toBe(true);
});

test("without a stored password no password is right, and the work is the same", async () => {
  const stored = await hashPassword("a lantern");
  const hashing = vi.spyOn(crypto, "argon2");
  syncBuiltinESMExports();
  for (const hash of [stored, undefined]) expect(await verifyPassword("wrong", hash)).toBe(false);
  const [known, unknown] = hashing.mock.calls.map(([algorithm, { nonce, ...work }]) => ({
    algorithm,
    salt: Reflect.get(Object(nonce), "length"),
    ...work,
  }));
  hashing.mockRestore();
  syncBuiltinESMExports();
  expect(known).toMatchObject({ algorithm: "argon2id", memory: 19_456, passes: 2 });
  expect(unknown).toEqual(known);
});

test("common passwords are recognized under their disguises, and others are not", () => {
  const first = "Password1 p4ssw0rd QWERTY123! letmein!! iloveyou2 abcdefgh 87654321 abababab".split(" ");
  expect(first.filter((password) => !isGuessable(password))).toEqual([]);
  const sentences = ["a lantern in the orchard", "correct horse battery", "monkey bars at dawn"];
  const fine = [...sentences, "übermorgen-regnet-es", "Tr0ub4dor&3x"];
  expect(fine.filter(isGuessable)).toEqual([]);
});

test("a password has 8 to 256 characters, whatever they are, and is not the address", () => {
  expect(() => checkPassword("12ab!?x", "password", undefined)).toThrow("at least 8");
  expect(() => checkPassword("🌲🌳🌴🌵", "password", undefined)).toThrow("at least 8");
  expect(() => checkPassword("x".repeat(300), "password", undefined)).toThrow("more than 256");
  expect(() => checkPassword("ada.lovelace", "password", "ada.lovelace@example.com")).toThrow("the address");
  expect(checkPassword("🌲🌳🌴🌵🍀🍁🍂🍃", "password", undefined)).toHaveLength(16);
});
