import { env } from "#core/env.ts";

/**
 * Waits until earlier writes have reached all workers. `of`: a text, such as a store's id, to wait only for
 * work that mentions it.
 */
export async function waitForWorkers(of?: string): Promise<void> {
  const address = new URL("/_local/drain", env("PUBLIC_URL"));
  if (of) address.searchParams.set("of", of);
  const reply = await fetch(address, { method: "POST" });
  if (!reply.ok) throw new Error(await reply.text());
}
