import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { runInThread } from "#lib/system/scripts/runner.ts";

const THREAD = pathToFileURL("functions/system/scripts/run-script.thread.ts");

// How long the source is decides at which allocation the engine has no memory left: by two of these it loses a job.
test.each([0, 679, 776])(
  "a loop of promises is told that memory ran out, wherever it did (%i characters before it)",
  async (length) => {
    const script = `/*${"x".repeat(length)}*/const f = () => Promise.resolve().then(f); await f()`;
    const input = JSON.stringify("y".repeat(Math.round(length / 97) * 13));
    const ended = await runInThread(THREAD, script, input, () => Promise.reject(new Error("data")));
    expect(ended).toMatchObject({ kind: "failed", code: "MEMORY" });
  },
);
