import { startStack } from "#infra/local/stack.ts";
import { sendRandomRequests } from "#test/proofs/requests.ts";
import { randomFrom } from "#test/support/random.ts";

// Sends a part of the requests on its own stack. Only answers matter, so the stream is paused.
const [seed, count] = process.argv.slice(2).map(Number);
// Timeouts are long, as the speed of the machine does not matter.
const environment = { LOG_LEVEL: process.env.LOG_LEVEL ?? "SILENT", LOCAL_PATIENCE: "30" };
const stack = await startStack({ environment });
await stack.pause("stream");
let allOperationsMet = true;
try {
  const { byStatus, succeeded, late } = await sendRandomRequests(randomFrom(seed ?? 0), count ?? 0);
  process.send?.({ byStatus, succeeded: [...succeeded], late });
} catch (error) {
  allOperationsMet = false;
  console.error(error instanceof Error ? error.message : error);
}
await stack.stop();
process.exit(allOperationsMet ? 0 : 1);
