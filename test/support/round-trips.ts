import type { TableCall } from "#core/dynamo/client.ts";
import type { Operation } from "#core/http/contract.ts";
import { type DirectReply, type DirectRequest, invokeDirect } from "./direct.ts";
import { watchCalls } from "./table.ts";

/** A request with its body as a value. */
interface WarmRequest extends Omit<DirectRequest, "body"> {
  body?: object;
}

/**
 * Calls a handler twice and returns the second answer with its table calls: one text for each round trip,
 * with the calls made concurrently.
 */
export async function warmRoundTrips(
  operation: Operation,
  ask: () => WarmRequest,
): Promise<{ reply: DirectReply; rounds: string[] }> {
  await invokeDirect(operation, directRequest(ask()));
  const { calls, result } = await watchCalls(() => invokeDirect(operation, directRequest(ask())));
  return { reply: result, rounds: roundTripsOf(calls) };
}

function directRequest({ body, ...request }: WarmRequest): DirectRequest {
  return { ...request, ...(body ? { body: JSON.stringify(body) } : {}) };
}

function roundTripsOf(calls: TableCall[]): string[] {
  const rounds: { until: number; names: string[] }[] = [];
  for (const { command, started, milliseconds } of calls.toSorted((one, two) => one.started - two.started)) {
    const name = command.replace(/(Items?)?Command/, "");
    const last = rounds.at(-1);
    if (last && started < last.until) last.names.push(name);
    else rounds.push({ until: started + milliseconds, names: [name] });
  }
  return rounds.map(({ names }) => names.toSorted().join(" + "));
}
