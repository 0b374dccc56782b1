import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { operations, workers } from "#functions/manifest.ts";
import { concurrencyClassOf, workerConcurrencyClass } from "#infra/concurrency-class.ts";
import type { Config } from "#infra/config.ts";
import { endpointGroupsOf } from "#infra/function-groups.ts";
import { deployedUnits } from "#infra/function-settings.ts";
import { type ConcurrencyClass, settingsFile } from "#infra/settings.ts";
import { workerGroupsOf } from "#infra/worker-groups.ts";

/** Lambda refuses reservations that leave less than this unreserved. */
const MIN_UNRESERVED = 100;
/** Suggested reservation for each function, by class. */
const SUGGESTED: Readonly<Record<ConcurrencyClass, number>> = { signIn: 5, media: 10, bulk: 5 };

/** The account's limit of concurrent executions, read with the caller's credentials. */
export async function readConcurrency(): Promise<number> {
  const { AccountLimit } = await new LambdaClient({}).send(new GetAccountSettingsCommand({}));
  const found = AccountLimit?.ConcurrentExecutions;
  if (found === undefined) throw new Error("AWS did not say how many functions may run side by side.");
  return found;
}

export function describeConcurrency(config: Config, quota: number): { fits: boolean; text: string } {
  const counts = functionsByClass(config);
  const needed = totalReserved(counts, config.reserved);
  const room = Math.max(0, quota - MIN_UNRESERVED);
  const account = `The account runs ${quota} functions side by side, of which ${MIN_UNRESERVED} must stay free.`;
  if (needed > room) {
    const text = `${account} ${config.environment} sets ${needed} aside: ask for a quota of ${needed + MIN_UNRESERVED} (Service Quotas, Lambda, concurrent executions), or reserve less in ${settingsFile(config.environment)}.`;
    return { fits: false, text };
  }
  if (needed > 0)
    return { fits: true, text: `${account} ${config.environment} sets ${needed} aside: it fits.` };
  const most = totalReserved(counts, SUGGESTED);
  const hint =
    most <= room
      ? `There is room for reserved: ${JSON.stringify(SUGGESTED)}, which is ${most}.`
      : `reserved: ${JSON.stringify(SUGGESTED)} would be ${most}: ask for a quota of ${most + MIN_UNRESERVED} first.`;
  return { fits: true, text: `${account} ${config.environment} sets nothing aside. ${hint}` };
}

function totalReserved(
  counts: ReadonlyMap<ConcurrencyClass, number>,
  reserved: Readonly<Partial<Record<ConcurrencyClass, number>>>,
): number {
  return [...counts].reduce((sum, [name, count]) => sum + count * (reserved[name] ?? 0), 0);
}

function functionsByClass(config: Config): ReadonlyMap<ConcurrencyClass, number> {
  const groups = endpointGroupsOf(deployedUnits(config, operations), config.grain);
  const endpoints = groups.flatMap((group) => concurrencyClassOf(group) ?? []);
  const all = [
    ...endpoints,
    ...workerGroupsOf(deployedUnits(config, workers)).map(({ trigger }) => workerConcurrencyClass(trigger)),
  ];
  return new Map([...Map.groupBy(all, (name) => name)].map(([name, list]) => [name, list.length]));
}
