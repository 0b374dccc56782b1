import { startStack } from "#infra/local/stack.ts";

// Runs the stack in a process of its own, so that a bench measures the functions and not the emulators.
const stack = await startStack({ environment: { LOG_LEVEL: "SILENT" } });
process.send?.({ api: stack.api, environment: { ...stack.environment, LOG_LEVEL: "INFO" } });
process.on("message", (message) => {
  if (message === "cpu") process.send?.({ cpu: process.threadCpuUsage() });
  if (message === "stop") stack.stop().then(() => process.exit(0));
});
