import { expect, test } from "vitest";
import {
  assertNoSecrets,
  capturedLogs,
  collectSecrets,
  type Secrets,
  tableText,
} from "#test/proofs/secrets.ts";

test("no code and no token is in the table, the messages or the logs in clear", async () => {
  let secrets: Secrets = new Map();
  const logs = await capturedLogs(async () => {
    secrets = await collectSecrets();
  });
  expect(secrets.size).toBeGreaterThanOrEqual(8);
  expect(logs).toContain('"message":"request"');
  assertNoSecrets(secrets, logs, "logs");
  const table = await tableText();
  expect(table).toContain('"queue":"send-email"');
  assertNoSecrets(secrets, table, "table");
});

test("the search finds a secret that is there", () => {
  const code: Secrets = new Map([["code", "314159"]]);
  expect(() => assertNoSecrets(code, 'x "314159" y', "text")).toThrow("the code is in the text");
  expect(() => assertNoSecrets(code, "1314159000", "text")).not.toThrow();
  const token: Secrets = new Map([["token", `sfk_${"a".repeat(52)}_${"b".repeat(64)}_0000000`]]);
  expect(() => assertNoSecrets(token, `x${"b".repeat(64)}y`, "text")).toThrow("secret part");
});
