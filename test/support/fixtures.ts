import { readFileSync } from "node:fs";
import type { Operation } from "#core/http/contract.ts";
import { fixtureFile } from "#infra/fixtures.ts";

/** The body of an operation's fixture: an example that validates. */
export function exampleBody({ id, body, bodyKind }: Operation): unknown {
  if (!body || (bodyKind ?? "json") !== "json") return undefined;
  const fixture: { body?: string } = JSON.parse(readFileSync(fixtureFile(id), "utf8"));
  return JSON.parse(fixture.body ?? "null");
}

/** The query parameters of an operation's fixture. */
export function exampleParameters({ id }: Operation): Record<string, string> {
  const fixture: { queryStringParameters?: Record<string, string> } = JSON.parse(
    readFileSync(fixtureFile(id), "utf8"),
  );
  return fixture.queryStringParameters ?? {};
}

/** The slots of a path. */
export function slotsOf({ path }: Pick<Operation, "path">): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => slot);
}
