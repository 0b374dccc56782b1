import { capturedLogs } from "./secrets.ts";

/** Runs something and returns its result, this process's logs and the URLs that it requested. */
export async function captureOutput<T>(
  run: () => Promise<T>,
): Promise<{ result: T; logs: string; addresses: string }> {
  const addresses: string[] = [];
  const results: T[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    // The test's own requests to the stand-in for Stripe contain the provider's key.
    if (!address.includes("/_desk/")) addresses.push(address);
    return fetch(input, init);
  };
  try {
    const logs = await capturedLogs(async () => {
      results.push(await run());
    });
    const [result] = results;
    if (result === undefined) throw new Error("There is no result.");
    return { result, logs, addresses: addresses.join("\n") };
  } finally {
    globalThis.fetch = fetch;
  }
}
