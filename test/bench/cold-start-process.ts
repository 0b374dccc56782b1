import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// One cold start: loads a deployed entry as Lambda's runtime does and invokes it with one event.
// node cold-start-process.ts <entry.mjs> <event.json>; without arguments it measures an empty process.
const [, , entry, event] = process.argv;
let loadedMs = cpuMs();
if (entry && event) {
  // Log lines are part of the cost, but nobody reads them here.
  process.stdout.write = () => true;
  const { handler } = await import(pathToFileURL(entry).href);
  loadedMs = cpuMs();
  const reply = await handler(JSON.parse(readFileSync(event, "utf8")), {
    getRemainingTimeInMillis: () => 60_000,
  });
  if (reply?.statusCode >= 500) throw new Error(reply.body);
}
process.stderr.write(JSON.stringify({ loaded: loadedMs, called: cpuMs(), wall: performance.now() }));
process.exit(0);

/** Milliseconds of CPU since the process began. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
