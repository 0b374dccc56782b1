import type { Message, SQSClient } from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { drain } from "#infra/local/drain.ts";
import type { QueueCounts } from "#infra/local/emulators.ts";
import type { Pump } from "#infra/local/pump.ts";
import { QueuePump } from "#infra/local/queue-pump.ts";
import { eventually } from "#test/support/world.ts";

/** A pump that carries what is in `waiting` when it is settled. */
function pump(id: string, settle: (own: { progress: number }) => void): Pump {
  const own = { id, progress: 0 };
  const nothing = () => undefined;
  return {
    id,
    get progress() {
      return own.progress;
    },
    pause: async () => undefined,
    resume: nothing,
    nudge: nothing,
    settle: async () => settle(own),
    stop: async () => undefined,
  };
}

test("a drain waits for what a call wrote that ended after the streams were read", async () => {
  const written: string[] = [];
  const carried: string[] = [];
  let isUnderWay = true;
  const stream = pump("stream", (own) => {
    own.progress += written.length;
    carried.push(...written.splice(0));
  });
  // Its call is under way as the drain begins, and has ended when it is asked.
  const queue = pump("queue", (own) => {
    if (!isUnderWay) return;
    isUnderWay = false;
    written.push("a code");
    own.progress += 1;
  });
  await drain([stream], [queue]);
  expect(carried).toEqual(["a code"]);
});

test("a drain ends after its rounds while others keep the stack busy, and says what is still busy when it is late", async () => {
  let settled = 0;
  const restless = pump("restless", (own) => {
    settled += 1;
    own.progress += 1;
  });
  await drain([], [restless], { rounds: 3 });
  expect(settled).toBe(3);
  const stuck: Pump = { ...pump("stuck", () => undefined), settle: () => new Promise<void>(() => undefined) };
  await expect(drain([stuck], [], { timeout: 5 })).rejects.toThrow(
    "Not drained after 5 ms: stuck still has work.",
  );
});

/** A queue whose messages are on their way for as long as the test says. */
function slowQueue() {
  const counts: QueueCounts = { visible: 0, inflight: 0, delayed: 0 };
  const polls: ((messages: Message[]) => void)[] = [];
  const send = async ({ input }: { input: { Entries?: unknown[] } }) => {
    if (input.Entries) counts.inflight -= input.Entries.length;
    else return { Messages: await new Promise<Message[]>((give) => polls.push(give)) };
    return {};
  };
  const handled: string[] = [];
  let looked = 0;
  const made = new QueuePump({
    client: { send } as unknown as SQSClient,
    queueUrl: "",
    queueArn: "arn:aws:sqs:us-east-1:000000000000:slow",
    target: {
      id: "slow",
      file: "",
      invoke: async (event) => {
        const { Records } = event as { Records: { body: string }[] };
        handled.push(...Records.map(({ body }) => body));
      },
    },
    batchSize: 1,
    concurrency: 5,
    visibility: 60_000,
    wake: async () => {
      for (const give of polls.splice(0)) give([]);
    },
    counts: async () => {
      looked += 1;
      return { ...counts };
    },
  });
  return {
    pump: made,
    counts,
    looks: () => looked,
    handled,
    give: (body: string) => polls.shift()?.([{ MessageId: body, Body: body }]),
  };
}

test("a drain waits for a message that is on its way, however long that takes", async () => {
  const { pump: slow, counts, looks, handled, give } = slowQueue();
  counts.inflight = 1;
  let isDrained = false;
  const drained = drain([], [slow]).then(() => {
    isDrained = true;
  });
  // It goes by the counts alone, however often it has looked at them.
  await eventually(async () => looks() > 20, "its looking");
  expect(isDrained).toBe(false);
  give("late");
  await drained;
  expect(handled).toEqual(["late"]);
  await slow.stop();
});
