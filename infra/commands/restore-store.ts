import { openSync, writeSync } from "node:fs";
import { DescribeTableCommand, DynamoDBClient, ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import type { Context } from "#core/context.ts";
import { type Config, restoredTableName, tableNameOf } from "#infra/config.ts";
import { Item } from "#lib/system/transfer/format.ts";
import { lineOfItem } from "#lib/system/transfer/item-lines.ts";
import { type RestoreResult, restoreRecords } from "#lib/system/transfer/restore-store.ts";
import { restoreTable } from "./restore.ts";
import { useDeployedStack } from "./transfer.ts";

interface Asked {
  store: string;
  at: Date;
  /** Gets each record that is replaced or taken away, as a line of JSON. */
  file: string;
}

/**
 * Restores the table of an environment to a second beside the one that runs, unless that was done, and puts one store's
 * records back from there. It can be run again.
 */
export async function restoreStore(
  ctx: Context,
  config: Config,
  { store, at, file }: Asked,
  say: (text: string) => void,
): Promise<void> {
  const client = new DynamoDBClient(config.target ? { region: config.target.region } : {});
  const [source, target] = [tableNameOf(config), restoredTableName(config, at)];
  if (!(await isThere(client, target))) {
    say(
      `Restores ${source} as of ${at.toISOString()} into ${target}. It takes from a quarter of an hour on.`,
    );
    await restoreTable(client, { source, target, at });
  }
  await useDeployedStack(config);
  say(wordsOf(await restoreStoreFrom(ctx, store, target, file)));
}

/** Puts a store back and keeps what that replaces in a file. */
export function restoreStoreFrom(
  ctx: Context,
  store: string,
  from: string,
  file: string,
): Promise<RestoreResult> {
  const kept = openSync(file, "a", 0o600);
  return restoreRecords(ctx, store, from, (item) =>
    writeSync(kept, `${JSON.stringify(lineOfItem(Item.parse({ _t: "", ...item })))}\n`),
  );
}

async function isThere(client: DynamoDBClient, TableName: string): Promise<boolean> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus === "ACTIVE";
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

function wordsOf({ put, taken, missed }: RestoreResult): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ") || "nothing";
  const again = missed > 0 ? `\n${missed} records changed meanwhile: run it again.` : "";
  return `Put back: ${list(put)}.\nTaken away, as it came since: ${list(taken)}.${again}`;
}
