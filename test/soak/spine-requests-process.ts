import { sendRandomRequests } from "#test/proofs/requests.ts";
import { proveInProcess } from "#test/support/child-process.ts";
import { randomFrom } from "#test/support/random.ts";

// Sends a part of the requests on its own stack. Only answers matter, so the stream is paused.
const [seed = 0, count = 0] = process.argv.slice(2).map(Number);
await proveInProcess(async (stack) => {
  await stack.pause("stream");
  const { byStatus, succeeded, late } = await sendRandomRequests(randomFrom(seed), count);
  return { byStatus, succeeded: [...succeeded], late };
});
