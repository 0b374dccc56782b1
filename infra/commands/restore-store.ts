import { openSync, writeSync } from "node:fs";
import { DescribeTableCommand, DynamoDBClient, ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import type { Context } from "#core/context.ts";
import { type Config, restoredTableName, tableNameOf } from "#infra/config.ts";
import { Item } from "#lib/system/transfer/format.ts";
import { lineOfItem } from "#lib/system/transfer/item-lines.ts";
import { type RestoreResult, restoreRecords } from "#lib/system/transfer/restore-store.ts";
import { restoreTable } from "./restore.ts";
import { useDeployedStack } from "./transfer.ts";

interface StoreRestore {
  store: string;
  at: Date;
  /** Gets each replaced or removed record as a line of JSON. */
  file: string;
}

/**
 * Restores the environment's table to a new one, unless it exists, and copies one store back from it. Can
 * be repeated.
 */
export async function restoreStore(
  ctx: Context,
  config: Config,
  { store, at, file }: StoreRestore,
  say: (text: string) => void,
): Promise<void> {
  const client = new DynamoDBClient(config.target ? { region: config.target.region } : {});
  const [source, target] = [tableNameOf(config), restoredTableName(config, at)];
  if (!(await tableExists(client, target))) {
    say(
      `Restores ${source} as of ${at.toISOString()} into ${target}. It takes from a quarter of an hour on.`,
    );
    await restoreTable(client, { source, target, at });
  }
  await useDeployedStack(config);
  say(describe(await restoreStoreFrom(ctx, store, target, file)));
}

export function restoreStoreFrom(
  ctx: Context,
  store: string,
  from: string,
  file: string,
): Promise<RestoreResult> {
  const backup = openSync(file, "a", 0o600);
  return restoreRecords(ctx, store, from, (item) =>
    writeSync(backup, `${JSON.stringify(lineOfItem(Item.parse({ _t: "", ...item })))}\n`),
  );
}

async function tableExists(client: DynamoDBClient, TableName: string): Promise<boolean> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus === "ACTIVE";
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

function describe({ put, taken, missed }: RestoreResult): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ") || "nothing";
  const again = missed > 0 ? `\n${missed} records changed meanwhile: run it again.` : "";
  return `Put back: ${list(put)}.\nTaken away, as it came since: ${list(taken)}.${again}`;
}
