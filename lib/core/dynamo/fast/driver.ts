import type { TableDriver } from "#core/dynamo/driver.ts";
import * as commands from "./commands.ts";
import { Sha256 } from "./exchange.ts";
import { recentReads } from "./recent-reads.ts";
import { packing } from "./wire.ts";

/** Halves the CPU of the table's use: own conversion and signing, records stored as texts, and hints for reads. */
export const driver: TableDriver = {
  commands,
  settings: { sha256: Sha256 },
  wrapClient: commands.withFastConversion,
  packing,
  recentReads,
};
