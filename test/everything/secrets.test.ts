import { expect, test } from "vitest";
import {
  assertNoSecrets,
  capturedLogs,
  codesOf,
  collectSecrets,
  type Secrets,
  tableText,
  tokensOf,
} from "#test/proofs/secrets.ts";
import { watchCalls } from "#test/support/table.ts";

test("no code or token is stored, sent or logged in clear text", async () => {
  let rounds: Secrets[] = [];
  let written = "";
  const logs = await capturedLogs(async () => {
    const { result, calls } = await watchCalls(() => collectSecrets(3));
    rounds = result;
    // Messages are encrypted and name no tenant, so only what this process wrote is searched.
    written = JSON.stringify(calls.filter(({ command }) => /Put|Write|Update/.test(command)));
  });
  expect(rounds.map(({ size }) => size)).toEqual([9, 9, 9]);
  const [first = new Map(), ...others] = rounds;
  // Only codes are random, and searching the table is slow.
  const searched = [first, ...others.map(codesOf)];
  expect(logs).toContain('"message":"request"');
  assertNoSecrets(searched, logs, "logs");
  const table = await tableText();
  expect(table).toContain('"queue":"send-email"');
  assertNoSecrets([tokensOf(first)], table, "table");
  const own = `${written}\n${await tableText("own")}`;
  expect(own).toContain("send-email");
  expect(own.length).toBeGreaterThan(10_000);
  assertNoSecrets(rounds.map(codesOf), own, "rows of the rounds");
});

test("the search finds a planted secret", () => {
  const codes: Secrets[] = [new Map([["code", "314159"]]), new Map([["code", "271828"]])];
  expect(() => assertNoSecrets(codes, 'x "314159" y 271828', "text")).toThrow("the code is in the text");
  expect(() => assertNoSecrets(codes, "1314159000 271828", "text")).not.toThrow();
  const tokens = ["b", "c"].map(
    (part) => new Map([["token", `sfk_${"a".repeat(52)}_${part.repeat(64)}_0000000`]]),
  );
  expect(() => assertNoSecrets(tokens, `x${"c".repeat(64)}y`, "text")).toThrow("secret part");
});
