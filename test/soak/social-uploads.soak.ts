import assert from "node:assert/strict";
import { join } from "node:path";
import { useStandIns } from "#test/proofs/social-accounts.ts";
import { runProcess } from "#test/support/child-process.ts";
import type { StandIn } from "#test/support/networks/stand-in.ts";
import { standInForTiktok } from "#test/support/networks/tiktok.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { standInForYoutube } from "#test/support/networks/youtube.ts";

export const name = "films that are sent to networks in parts";
export { noFunctions as manifest } from "./manifests.ts";

/** Megabytes of a small film, and of the largest that a store accepts. */
const FILM_MEGABYTES = [16, 100];
const X_MAX_MEGABYTES = 512;
const PROCESS = join(import.meta.dirname, "social-uploads-process.ts");
const PART_BYTES = 16_000_000;
/** Most megabytes that sending a store's film may add, and how many more a film of 512 MB may add than one of 100. */
const MAX_GROWTH_MB = 64;
const MAX_EXTRA_MB = 32;

type UploadReport = { largest: number; grown: number; longest: number };

export async function run(): Promise<string> {
  const lines: string[] = [];
  for (const open of [standInForYoutube, standInForTiktok, standInForX]) {
    const sizes = open === standInForX ? [...FILM_MEGABYTES, X_MAX_MEGABYTES] : FILM_MEGABYTES;
    const results: UploadReport[] = [];
    let type = "";
    for (const size of sizes) {
      const network = await open();
      ({ type } = network);
      useStandIns(network);
      results.push(await sendFilm(network, size));
      network.stop();
    }
    const grown = results.map((each) => each.grown);
    const most = Math.max(...results.map(({ largest }) => largest));
    const figures = `${type} ${sizes.map((size, index) => `${size} MB +${Math.round(grown[index] ?? 0)} MB`).join(", ")}`;
    assert.ok(most <= PART_BYTES, `a part of ${most} bytes: ${figures}`);
    const [, whole = 0, beyond = 0] = grown;
    assert.ok(whole < MAX_GROWTH_MB && beyond - whole < MAX_EXTRA_MB, figures);
    const longest = Math.max(...results.map((each) => each.longest));
    lines.push(`${figures} (parts of at most ${(most / 1e6).toFixed(1)} MB, ${Math.round(longest)} ms)`);
  }
  return `memory of the process that sends: ${lines.join("; ")}`;
}

async function sendFilm(network: StandIn, megabytes: number): Promise<UploadReport> {
  // Received data is dropped, as only the sender is measured.
  const forget = setInterval(() => {
    network.calls.length = 0;
  }, 20);
  const { type, access, destination } = network;
  const args = [type, access, destination.external_account_id, megabytes];
  return runProcess<UploadReport>(PROCESS, args, ["--expose-gc"]).finally(() => clearInterval(forget));
}
