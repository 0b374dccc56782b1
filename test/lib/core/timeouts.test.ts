import { globSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test, vi } from "vitest";
import { timeouts } from "#core/aws.ts";
import { GetCommand, withFastConversion } from "#core/dynamo/fast/commands.ts";
import { batchGetItems } from "#core/dynamo/read.ts";
import { serve } from "#test/support/serve.ts";
import { interceptCalls } from "#test/support/table.ts";

async function silentServer(): Promise<{ endpoint: string; requests: () => number }> {
  let requests = 0;
  const { url, stop } = await serve(() => {
    requests += 1;
  });
  onTestFinished(stop);
  return { endpoint: url, requests: () => requests };
}

const account = { region: "us-east-1", credentials: { accessKeyId: "a", secretAccessKey: "b" } };

test("a call without an answer is given up after its timeout, and retried", async () => {
  const { endpoint, requests } = await silentServer();
  const client = withFastConversion(
    new DynamoDBClient({ ...account, endpoint, maxAttempts: 2, ...timeouts(50) }),
  );
  const call = client.send(new GetCommand({ TableName: "t", Key: { pk: "a", sk: "b" } }));
  await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
  expect(requests()).toBe(2);
});

test("every AWS client in the code has a timeout", () => {
  const files = globSync("lib/**/*.ts", { exclude: ["lib/console/**"] }).map((file) =>
    readFileSync(file, "utf8"),
  );
  const made = files.flatMap((text) =>
    [...text.matchAll(/new \w+Client\([^;]*;/g)].map(([call]) => {
      const once = call.endsWith("Client(options);") && /\{ options, [^}]*\} = singleAttempt\(/.test(text);
      return { call, timed: call.includes("timeouts(") || once };
    }),
  );
  expect(made.length).toBeGreaterThanOrEqual(6);
  expect(made.filter(({ timed }) => !timed)).toEqual([]);
});

test("an unprocessed batch is retried with growing pauses, but not for ever", async () => {
  const waits: unknown[] = [];
  const keys = [{ pk: "PATIENCE", sk: "one" }];
  const longest = vi.spyOn(Math, "random").mockReturnValue(1);
  const waiting = vi.spyOn(timers, "setTimeout").mockImplementation(async (milliseconds) => {
    waits.push(milliseconds);
  });
  syncBuiltinESMExports();
  const busy = interceptCalls(
    async (command, next) => {
      if (command !== "BatchGetItemCommand") return next();
      return {
        output: { UnprocessedKeys: { [process.env.TABLE_NAME ?? ""]: { Keys: keys } } },
        response: {},
      };
    },
    () => batchGetItems(keys),
  );
  await expect(busy).rejects.toThrow("too busy");
  for (const each of [longest, waiting]) each.mockRestore();
  syncBuiltinESMExports();
  expect(waits).toEqual([40, 80, 160, 320, 640, 1280]);
});
