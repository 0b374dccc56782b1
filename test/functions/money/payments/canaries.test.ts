import { test } from "vitest";
import { plantCanaries } from "#test/proofs/canaries.ts";

test("no credential of a provider is in a reply, an event, a log line, a mail, a webhook or the table", async () => {
  await plantCanaries();
});
