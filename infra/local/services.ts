import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { StartFailure } from "#infra/failure.ts";
import { startDynamo } from "./dynamo.ts";
import { type Emulators, startEmulators } from "./emulators.ts";
import { type AwsEndpoints, foreignEndpoints, REGION, sesLimits } from "./environment.ts";
import { preferredOrAnyPort } from "./ports.ts";

export interface Services {
  endpoints: AwsEndpoints;
  /** Services that this stack did not start. */
  foreign: Partial<AwsEndpoints>;
  emulators: Emulators;
  /** Resolves if the emulator of DynamoDB ends by itself; never if this stack started none. */
  gone: Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds to connect to a service that runs elsewhere. */
const CONNECT_TIMEOUT = 5000;

async function assertReachable(service: string, endpoint: string): Promise<void> {
  const { hostname, port, protocol } = new URL(endpoint);
  const socket = connect(
    Number(port) || (protocol === "https:" ? 443 : 80),
    hostname.replace(/^\[|\]$/g, ""),
  );
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(scaledTimeout(CONNECT_TIMEOUT)) });
  } catch {
    const name = `AWS_ENDPOINT_URL_${service.toUpperCase()}`;
    throw new StartFailure(
      `Nothing answers at ${endpoint}, which ${name} names. Start it there, or unset the variable.`,
    );
  } finally {
    socket.destroy();
  }
}

/**
 * Starts emulators of the AWS services that the user does not run elsewhere.
 *
 * @param dir folder for the emulators' state; in memory without it
 * @param port the API's port; the emulators use the ports after it if those are free
 */
export async function startServices(dir: string | undefined, port: number | undefined): Promise<Services> {
  const foreign = foreignEndpoints();
  await Promise.all(Object.entries(foreign).map(([service, endpoint]) => assertReachable(service, endpoint)));
  const next = (step: number) => preferredOrAnyPort(port && port + step);
  const [ses, aws] = [await next(1), await next(2)];
  const dynamo = foreign.dynamodb ? undefined : startDynamo(dir && join(dir, "dynamodb.db"));
  const emulators = startEmulators({
    dir,
    region: REGION,
    aws: foreign.s3 && foreign.sqs ? undefined : aws,
    ses: foreign.ses ? undefined : ses,
    sesLimits: sesLimits(),
  });
  const stop = async () => {
    const started = await Promise.allSettled([emulators, dynamo]);
    await Promise.all(started.map((part) => (part.status === "fulfilled" ? part.value?.stop() : undefined)));
  };
  try {
    const [emulated, table] = await Promise.all([emulators, dynamo]);
    const endpoints = {
      dynamodb: foreign.dynamodb ?? table?.endpoint ?? "",
      s3: foreign.s3 ?? emulated.aws ?? "",
      sqs: foreign.sqs ?? emulated.aws ?? "",
      ses: foreign.ses ?? emulated.ses ?? "",
    };
    const gone = table?.gone ?? new Promise<void>(() => undefined);
    return { endpoints, foreign, emulators: emulated, gone, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
