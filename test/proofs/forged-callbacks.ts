import assert from "node:assert/strict";
import { signatureOf } from "#infra/local/stripe/callbacks.ts";
import type { Random } from "#test/support/random.ts";
import { watchCalls } from "#test/support/table.ts";
import { openStripeStore } from "./stripe-store.ts";

/** Bad signatures that a network may send to one store in an hour. */
const MAX_FORGED = 20;
const WRITE_COMMAND = /Put|Update|Write|Delete/;

/**
 * Sends forged callbacks from a few networks, mixed with the provider's own from the same networks. Writes are bounded by
 * the number of networks, not of callbacks, and each genuine callback takes effect.
 */
export async function sendForgedCallbacks(random: Random, forged: number, networks: number) {
  const till = await openStripeStore();
  // One time for all, so that the budget's hour does not end meanwhile.
  const now = till.ctx.now();
  const sources = Array.from({ length: networks }, (_, at) => `198.51.${at}.7`);
  const every = Math.max(1, Math.floor(forged / 5));
  let [writes, refused, paid] = [0, 0, 0];
  for (let at = 0; at < forged; at++) {
    const from = random.pick(sources);
    const body = JSON.stringify({ id: `evt_${at}`, data: { object: {} } });
    const secret = random.pick(["whsec_wrong_1", "whsec_wrong_2"]);
    const { result, calls } = await watchCalls(() =>
      till.tell({ id: "", type: "", body }, signatureOf(body, secret), { from, at: now }),
    );
    assert.ok(result === 400 || result === 429, `a forged callback is answered ${result}`);
    if (result === 429) refused += 1;
    writes += calls.filter(({ command }) => WRITE_COMMAND.test(command)).length;
    if (at % every !== every - 1) continue;
    const { id, url } = await till.open();
    await till.approve(url);
    for (const callback of await till.callbacks(id, null))
      assert.equal(
        await till.tell(callback, undefined, { from: random.pick(sources), at: now }),
        200,
        "the provider's own",
      );
    assert.equal((await till.payment(id)).status, "captured");
    paid += 1;
  }
  // Each counted callback writes two rows: the budget's and the store's.
  const most = 2 * MAX_FORGED * networks;
  assert.ok(writes <= most, `${forged} forged callbacks caused ${writes} writes`);
  return { writes, most, refused, paid };
}
