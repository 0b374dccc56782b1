import { ChangeMessageVisibilityBatchCommand, type Message, type SQSClient } from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import type { QueueCounts } from "#infra/local/emulators.ts";
import type { Pump } from "#infra/local/pump.ts";
import { QueuePump } from "#infra/local/queue-pump.ts";
import { waitUntilQuiet } from "#infra/local/wait-until-quiet.ts";
import { noteWork } from "#infra/local/work-watch.ts";
import { eventually } from "#test/support/world.ts";

/** A pump whose `waitUntilIdle` calls a function, which may do work and count it as progress. */
function fakePump(id: string, onWait: (own: { progress: number }) => void): Pump {
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
    waitUntilIdle: async () => onWait(own),
    stop: async () => undefined,
  };
}

test("waiting for quiet includes writes of a call that ended after the streams were read", async () => {
  const written: string[] = [];
  const carried: string[] = [];
  let isUnderWay = true;
  const stream = fakePump("stream", (own) => {
    own.progress += written.length;
    carried.push(...written.splice(0));
  });
  // Its call runs as the waiting begins, and has ended when `waitUntilIdle` is called.
  const queue = fakePump("queue", (own) => {
    if (!isUnderWay) return;
    isUnderWay = false;
    written.push("a code");
    own.progress += 1;
  });
  await waitUntilQuiet([stream], [queue]);
  expect(carried).toEqual(["a code"]);
});

test("waiting for quiet ends after its rounds, and at a timeout names what is busy", async () => {
  let waits = 0;
  const restless = fakePump("restless", (own) => {
    waits += 1;
    own.progress += 1;
  });
  await waitUntilQuiet([], [restless], { rounds: 3 });
  expect(waits).toBe(3);
  const stuck: Pump = {
    ...fakePump("stuck", () => undefined),
    waitUntilIdle: () => new Promise<void>(() => undefined),
  };
  await expect(waitUntilQuiet([stuck], [], { timeout: 5 })).rejects.toThrow(
    "Not drained after 5 ms: stuck still has work.",
  );
});

test("waiting for one store ends without its work, although others keep the stack busy", async () => {
  let waits = 0;
  const busyWithOthers = fakePump("busy", (own) => {
    waits += 1;
    own.progress += 1;
    noteWork({ pk: waits < 4 ? "TENANT#store_mine#FORM" : "TENANT#store_other#FORM" });
  });
  await waitUntilQuiet([busyWithOthers], [], { of: "store_mine" });
  expect(waits).toBe(4);
});

/** A queue that hands messages out, and keeps them in flight, as long as the test wants. */
function slowQueue(until: (body: string) => Promise<unknown> = async () => undefined) {
  const counts: QueueCounts = { visible: 0, inflight: 0, delayed: 0 };
  const polls: ((messages: Message[]) => void)[] = [];
  const send = async (command: { input: { Entries?: unknown[] } }) => {
    const { Entries } = command.input;
    if (!Entries) return { Messages: await new Promise<Message[]>((give) => polls.push(give)) };
    counts.inflight -= Entries.length;
    if (command instanceof ChangeMessageVisibilityBatchCommand) counts.visible += Entries.length;
    return {};
  };
  const [begun, handled]: [string[], string[]] = [[], []];
  let countReads = 0;
  const made = new QueuePump({
    client: { send } as unknown as SQSClient,
    queueUrl: "",
    queueArn: "arn:aws:sqs:us-east-1:000000000000:slow",
    target: {
      id: "slow",
      file: "",
      invoke: async (event) => {
        const { Records } = event as { Records: { body: string }[] };
        for (const { body } of Records) {
          begun.push(body);
          await until(body);
          handled.push(body);
        }
      },
    },
    batchSize: 1,
    concurrency: 5,
    visibility: 60_000,
    wake: async () => {
      for (const give of polls.splice(0)) give([]);
    },
    counts: async () => {
      countReads += 1;
      return { ...counts };
    },
  });
  return {
    pump: made,
    counts,
    looks: () => countReads,
    begun,
    handled,
    /** Puts a message into the queue. Returns whether a poll took it. */
    give: (body: string) => {
      const poll = polls.shift();
      poll?.([{ MessageId: body, Body: body }]);
      return poll !== undefined;
    },
  };
}

test("waiting for one store waits for its own calls only", async () => {
  const [mine, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const queue = slowQueue((body) => (body === "store_mine" ? mine : others).promise);
  for (const body of ["store_mine", "store_other"]) {
    queue.counts.inflight += 1;
    await eventually(async () => queue.give(body), "a poll");
    await eventually(async () => queue.begun.includes(body), "a call");
  }
  let isDrained = false;
  const drained = waitUntilQuiet([], [queue.pump], { of: "store_mine" }).then(() => {
    isDrained = true;
  });
  await waitUntilQuiet([], [queue.pump], { of: "store_none" });
  expect([isDrained, queue.handled]).toEqual([false, []]);
  mine.resolve();
  await drained;
  expect(queue.handled).toEqual(["store_mine"]);
  others.resolve();
  await queue.pump.stop();
});

test("waiting for quiet includes a message on its way, however long that takes", async () => {
  const { pump: slow, counts, looks, handled, give } = slowQueue();
  counts.inflight = 1;
  let isDrained = false;
  const drained = waitUntilQuiet([], [slow]).then(() => {
    isDrained = true;
  });
  // It goes on waiting, however often it reads the counts.
  await eventually(async () => looks() > 20, "its reads of the counts");
  expect(isDrained).toBe(false);
  give("late");
  await drained;
  expect(handled).toEqual(["late"]);
  await slow.stop();
});

test("held messages are neither handled nor waited for until release, and others pass", async () => {
  const underWay = Promise.withResolvers<void>();
  const queue = slowQueue(async (body) => body === "store_mine first" && underWay.promise);
  const bring = async (body: string) => {
    queue.counts.inflight += 1;
    await eventually(async () => queue.give(body), "a poll");
  };
  await bring("store_mine first");
  await eventually(async () => queue.begun.length === 1, "a call");
  let isHeld = false;
  const holding = queue.pump.hold("store_mine").then(() => {
    isHeld = true;
  });
  await queue.pump.hold("store_none");
  expect(isHeld).toBe(false);
  underWay.resolve();
  await holding;
  expect(queue.handled).toEqual(["store_mine first"]);
  for (const body of ["store_mine second", "store_other"]) await bring(body);
  for (const store of [undefined, "store_mine"]) await waitUntilQuiet([], [queue.pump], { of: store });
  expect(queue.handled).toEqual(["store_mine first", "store_other"]);
  expect(queue.counts).toMatchObject({ visible: 0, inflight: 1 });
  await queue.pump.release("store_mine");
  expect(queue.counts).toMatchObject({ visible: 1, inflight: 0 });
  queue.counts.visible = 0;
  await bring("store_mine second");
  await waitUntilQuiet([], [queue.pump]);
  expect(queue.handled).toEqual(["store_mine first", "store_other", "store_mine second"]);
  await queue.pump.hold("store_mine");
  await bring("store_mine third");
  await queue.pump.stop();
  expect(queue.handled).toHaveLength(3);
  expect(queue.counts).toMatchObject({ visible: 0, inflight: 1 });
});

test.each(["pause", "stop"] as const)(
  "a queue told to %s at any time after a message receives no other",
  async (what) => {
    for (let steps = 0; steps < 20; steps++) {
      const queue = slowQueue();
      await eventually(async () => queue.give("one"), "a poll");
      for (let step = 0; step < steps; step++) await Promise.resolve();
      await queue.pump[what]();
      expect([queue.give("two"), queue.handled]).toEqual([false, ["one"]]);
      await queue.pump.stop();
    }
  },
);
