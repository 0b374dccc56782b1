import { inject } from "vitest";

/** Waits until what was written before has been carried to all workers that it concerns. */
export async function drained(): Promise<void> {
  const reply = await fetch(new URL("/_local/drain", inject("addresses").api), { method: "POST" });
  if (!reply.ok) throw new Error(await reply.text());
}
