import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface BenchStack {
  api: string;
  /** Milliseconds of CPU of gateway and handlers; emulators run in other threads and processes. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

export async function benchStack(): Promise<BenchStack> {
  const env = { ...process.env, LOG_LEVEL: "SILENT" };
  const child = fork(join(import.meta.dirname, "stack-process.ts"), { stdio: "inherit", env });
  const { api, environment } = await messageFrom<{ api: string; environment: Record<string, string> }>(child);
  Object.assign(process.env, environment);
  return {
    api,
    async cpu() {
      child.send("cpu");
      const { cpu } = await messageFrom<{ cpu: NodeJS.CpuUsage }>(child);
      return (cpu.user + cpu.system) / 1000;
    },
    async stop() {
      child.send("stop");
      await once(child, "exit");
    },
  };
}

async function messageFrom<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, "message")) as [T];
  return message;
}
