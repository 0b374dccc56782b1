import { randomUUID } from "node:crypto";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod";
import { kebab } from "#core/http/contract.ts";
import { workers } from "#functions/manifest.ts";
import { type Config, physicalName } from "#infra/config.ts";
import { workerFunction } from "#infra/local/handlers.ts";

const ReplayResult = z.object({ sent: z.int(), left: z.int() });
/** How many rows a replay sent, and how many still fail. */
export type ReplayResult = z.infer<typeof ReplayResult>;

const REPLAY_EVENT = { replay: true };

/** Runs the replay in this process, against the stack of its environment. */
export async function replayLocally(): Promise<ReplayResult> {
  return ReplayResult.parse(await workerFunction(fanOut()).invoke(REPLAY_EVENT, randomUUID()));
}

/**
 * Asks the deployed fan-out to send the rows in quarantine. Can be repeated: sent rows leave the quarantine.
 */
export async function replayDeployed(config: Config): Promise<ReplayResult> {
  const FunctionName = physicalName(config, kebab(fanOut().id));
  const client = new LambdaClient(config.target ? { region: config.target.region } : {});
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(REPLAY_EVENT) }),
  );
  const text = Payload?.transformToString() ?? "";
  if (FunctionError) throw new Error(`${FunctionName} ended with ${text}. Run it again: it goes on.`);
  return ReplayResult.parse(JSON.parse(text));
}

function fanOut() {
  const found = workers.find(({ trigger }) => trigger.kind === "stream");
  if (!found) throw new Error("No worker reads the stream.");
  return found;
}
