import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { FunctionOptions, Method, Resource } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { impliedResources, queueTargetsOf, resourcesUsedBy } from "#infra/function-access.ts";
import { statementsFor } from "#infra/permissions.ts";
import type { AwsCall, NeededPermission } from "./aws-calls.ts";
import { GRANTABLE } from "./grantable.ts";
import { ALLOWED_UNUSED_ACTIONS, ALLOWED_UNUSED_GRANTS } from "./unused-grants.ts";

type Entry = FunctionOptions & { id: string; method?: Method };

const queues = new Set(GRANTABLE.queues.values());
const entries: readonly Entry[] = [...operations, ...workers];
const roles = new Map(entries.map((entry) => [entry.id, roleOf(entry)]));

/** Calls that the function's role does not allow: `getForm: dynamodb:PutItem on table`. */
export function deniedCalls(calls: readonly AwsCall[]): string[] {
  return calls.filter(isDenied).map(({ id, needed: { action, resource, partition = "" } }) => {
    return `${id}: ${action} on ${resource} ${partition}`.trim();
  });
}

/** Unused grants, except those listed with a reason. */
export function unusedGrants(calls: readonly AwsCall[]): string[] {
  return [
    ...withoutListed(unusedResources(calls), ALLOWED_UNUSED_GRANTS),
    ...withoutListed(unusedActions(calls), ALLOWED_UNUSED_ACTIONS),
  ];
}

// Listed grants may be used in some runs, for example when an endpoint is slow.
function withoutListed(found: readonly string[], listed: Readonly<Record<string, string>>): string[] {
  return found.filter((each) => listed[each] === undefined);
}

/**
 * Unused resources of functions, `getForm: table:write`, except implied ones, since any caller may send an
 * `Idempotency-Key` or a cursor.
 */
function unusedResources(calls: readonly AwsCall[]): string[] {
  const byFunction = Map.groupBy(calls, ({ id }) => id);
  return entries.flatMap((entry) => {
    const own = byFunction.get(entry.id) ?? [];
    const implied = impliedResources(entry);
    return [...new Set(resourcesUsedBy(entry))]
      .filter((use) => !implied.includes(use) && !own.some(({ needed }) => requiresGrant(use, needed)))
      .map((use) => `${entry.id}: ${use}`);
  });
}

/** Allowed actions that no function used. */
function unusedActions(calls: readonly AwsCall[]): string[] {
  const usedActions = new Set(calls.map(({ needed }) => needed.action));
  const allowed = [...roles.values()].flatMap((role) => role.flatMap(({ actions }) => actions));
  return [...new Set(allowed)].filter((action) => !usedActions.has(action)).sort();
}

/** The weaker grant of some grants: a call that it allows does not show that the stronger one is used. */
const WEAKER_GRANTS: Partial<Record<Resource, Resource>> = {
  "table:write": "table:read",
  "mail:send": "mail:quota",
};

function requiresGrant(use: Resource, needed: NeededPermission): boolean {
  const less = WEAKER_GRANTS[use];
  const allowedBy = (each: Resource) =>
    statementsFor([each], GRANTABLE).some((statement) => allows(statement, needed));
  return allowedBy(use) && !(less && allowedBy(less));
}

function roleOf(entry: Entry): PolicyStatement[] {
  return statementsFor(resourcesUsedBy(entry), GRANTABLE, queueTargetsOf([entry]));
}

function isDenied({ id, needed }: AwsCall): boolean {
  // A queue without a worker belongs to a test.
  if (needed.resource.startsWith("queue:") && !queues.has(needed.resource)) return false;
  const statements = roles.get(id);
  return statements !== undefined && !statements.some((statement) => allows(statement, needed));
}

function allows(statement: PolicyStatement, { action, resource, partition }: NeededPermission): boolean {
  if (!statement.actions.includes(action)) return false;
  const on = statement.resources;
  const isNamed =
    on.includes(resource) || on.includes("*") || resource === "model" || statement.notResources.length > 0;
  if (!isNamed) return false;
  const leading = (operator: string): string[] | undefined =>
    (statement.conditions as Record<string, Record<string, string[]> | undefined>)[
      `ForAllValues:${operator}`
    ]?.["dynamodb:LeadingKeys"];
  if (partition === undefined) return true;
  const like = leading("StringLike");
  const equal = leading("StringEquals");
  const other = leading("StringNotEquals");
  return (
    (!like || like.some((pattern) => partition === pattern.replace("*", ""))) &&
    (!equal || equal.includes(partition)) &&
    !other?.includes(partition)
  );
}
