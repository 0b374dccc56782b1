import { inject } from "vitest";

/**
 * Holds back a store's messages from a queue worker while something runs, and delivers them afterwards. Other
 * stores' messages pass.
 */
export async function whileQueueHeld<T>(
  store: { id: string },
  worker: { id: string },
  run: () => Promise<T>,
): Promise<T> {
  await switchHold("hold", store, worker);
  try {
    return await run();
  } finally {
    await switchHold("release", store, worker);
  }
}

async function switchHold(
  what: "hold" | "release",
  store: { id: string },
  worker: { id: string },
): Promise<void> {
  const address = new URL(`/_local/${what}/${worker.id}`, inject("addresses").api);
  address.searchParams.set("of", store.id);
  const reply = await fetch(address, { method: "POST" });
  if (!reply.ok) throw new Error(await reply.text());
}
