import { env } from "#core/env.ts";

/**
 * Waits until what was written before has been carried to all workers that it concerns.
 *
 * @param of a text, such as the id of a store: then only what mentions it is waited for, and nothing that other tests do
 */
export async function waitForWorkers(of?: string): Promise<void> {
  const address = new URL("/_local/drain", env("PUBLIC_URL"));
  if (of) address.searchParams.set("of", of);
  const reply = await fetch(address, { method: "POST" });
  if (!reply.ok) throw new Error(await reply.text());
}
