import { capturedLogs } from "./secrets.ts";

/** What comes of something, with all that this process logged meanwhile and the addresses that it asked for. */
export async function noted<T>(
  run: () => Promise<T>,
): Promise<{ result: T; logs: string; addresses: string }> {
  const addresses: string[] = [];
  const results: T[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    // A test talks to the stand-in for a provider by the provider's key.
    if (!address.includes("/_desk/")) addresses.push(address);
    return fetch(input, init);
  };
  try {
    const logs = await capturedLogs(async () => {
      results.push(await run());
    });
    const [result] = results;
    if (result === undefined) throw new Error("Nothing came of it.");
    return { result, logs, addresses: addresses.join("\n") };
  } finally {
    globalThis.fetch = fetch;
  }
}
