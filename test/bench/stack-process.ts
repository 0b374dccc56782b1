import { startStack } from "#infra/local/stack.ts";

// Runs the stack in its own process, so that a bench does not measure the emulators.
const stack = await startStack({ environment: { LOG_LEVEL: "SILENT" } });
process.send?.({ api: stack.api, environment: { ...stack.environment, LOG_LEVEL: "INFO" } });
process.on("message", (message) => {
  if (message === "cpu") process.send?.({ cpu: process.threadCpuUsage() });
  if (message === "stop") stack.stop().then(() => process.exit(0));
});
