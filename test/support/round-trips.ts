import type { TableCall } from "#core/dynamo/client.ts";
import type { Operation } from "#core/http/contract.ts";
import { type DirectReply, type DirectRequest, invokeDirect } from "./direct.ts";
import { watchCalls } from "./table.ts";

/** A request whose body is a value. */
interface Asked extends Omit<DirectRequest, "body"> {
  body?: object;
}

/**
 * Asks twice, as a warm function is asked, and gives the second answer with its calls to the table: a text for each
 * round trip, in which those calls stand that were under way together.
 */
export async function warmRoundTrips(
  operation: Operation,
  ask: () => Asked,
): Promise<{ reply: DirectReply; rounds: string[] }> {
  await invokeDirect(operation, sent(ask()));
  const { calls, result } = await watchCalls(() => invokeDirect(operation, sent(ask())));
  return { reply: result, rounds: roundsOf(calls) };
}

function sent({ body, ...request }: Asked): DirectRequest {
  return { ...request, ...(body ? { body: JSON.stringify(body) } : {}) };
}

function roundsOf(calls: TableCall[]): string[] {
  const rounds: { until: number; names: string[] }[] = [];
  for (const { command, started, milliseconds } of calls.toSorted((one, two) => one.started - two.started)) {
    const name = command.replace(/(Items?)?Command/, "");
    const last = rounds.at(-1);
    if (last && started < last.until) last.names.push(name);
    else rounds.push({ until: started + milliseconds, names: [name] });
  }
  return rounds.map(({ names }) => names.toSorted().join(" + "));
}
