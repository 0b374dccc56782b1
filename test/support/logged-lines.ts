import { type Line, parseLine } from "#infra/commands/trace.ts";
import { capturedLogs } from "#test/proofs/secrets.ts";

/** Lines that this process logs during a run. */
export async function loggedLines(run: () => Promise<unknown>): Promise<Line[]> {
  const text = await capturedLogs(async () => void (await run()));
  return text.split("\n").flatMap((line) => parseLine(line) ?? []);
}
