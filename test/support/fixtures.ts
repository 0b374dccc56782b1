import type { Operation } from "#core/http/contract.ts";
import { fixtureOf } from "#infra/fixture-events.ts";
import { HttpFixture } from "./aws-events.ts";

const cachedEvents = new Map<string, ReturnType<typeof HttpFixture.parse>>();

export function exampleEvent(operation: Operation): ReturnType<typeof HttpFixture.parse> {
  const known = cachedEvents.get(operation.id) ?? HttpFixture.parse(fixtureOf(operation));
  cachedEvents.set(operation.id, known);
  return known;
}

/** The example body of an operation, which is valid. */
export function exampleBody(operation: Operation): unknown {
  if (!operation.body || (operation.bodyKind ?? "json") !== "json") return undefined;
  return JSON.parse(exampleEvent(operation).body ?? "null");
}

export function exampleParameters(operation: Operation): Record<string, string> {
  return { ...exampleEvent(operation).queryStringParameters };
}

export function slotsOf({ path }: Pick<Operation, "path">): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => slot);
}
