import { inject } from "vitest";

/**
 * Keeps a worker that takes from a queue from having anything of a store while something runs: it acts before that worker,
 * however fast that one is. Other stores' messages go on. Afterwards the worker gets what came meanwhile.
 */
export async function whileQueueHeld<T>(
  store: { id: string },
  worker: { id: string },
  run: () => Promise<T>,
): Promise<T> {
  await turn("hold", store, worker);
  try {
    return await run();
  } finally {
    await turn("release", store, worker);
  }
}

async function turn(what: "hold" | "release", store: { id: string }, worker: { id: string }): Promise<void> {
  const address = new URL(`/_local/${what}/${worker.id}`, inject("addresses").api);
  address.searchParams.set("of", store.id);
  const reply = await fetch(address, { method: "POST" });
  if (!reply.ok) throw new Error(await reply.text());
}
