import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import { ENGINE } from "#lib/system/scripts/engine-file.ts";
import type { ThreadMessage } from "#lib/system/scripts/messages.ts";
import { runInThread } from "#lib/system/scripts/runner.ts";
import { runTask } from "#lib/system/scripts/thread.ts";

const THREAD = pathToFileURL("functions/system/scripts/run-script.thread.ts");

// The source's length decides at which allocation memory runs out. In two of these cases the engine loses a job.
test.each([0, 679, 776])(
  "a loop of promises reports that memory ran out, wherever it did (after %i characters)",
  async (length) => {
    const script = `/*${"x".repeat(length)}*/const f = () => Promise.resolve().then(f); await f()`;
    const input = JSON.stringify("y".repeat(Math.round(length / 97) * 13));
    const ended = await runInThread(THREAD, script, input, () => Promise.reject(new Error("data")));
    expect(ended).toMatchObject({ kind: "failed", code: "MEMORY" });
  },
);

test("a run whose time is up before the engine has started ends with TIMEOUT", async () => {
  const engine = await WebAssembly.compile(ENGINE);
  const signal = new SharedArrayBuffer(4);
  for (const script of ["1", "while (true) {}", "throw new Error('x')", "1 +", "[5, 4].sort()"]) {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<ThreadMessage>((resolve) => port2.once("message", resolve));
    await runTask({ engine, script, input: "null", deadline: 0, signal }, port1);
    expect(await answer, script).toMatchObject({ kind: "failed", code: "TIMEOUT" });
    port1.close();
  }
});
