import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { App, Stack } from "aws-cdk-lib";
import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import * as sqs from "aws-cdk-lib/aws-sqs";
import type { Resource } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { usesOf } from "#infra/declared.ts";
import { runningFunction } from "#infra/local/handlers.ts";
import { statementsFor } from "#infra/permissions.ts";

/** What a call needs: an action on a resource and, of items, the partition. */
interface Needed {
  action: string;
  resource: string;
  partition?: string;
}

const ON = {
  tableArn: "table",
  indexArns: ["index"],
  mediaBucketArn: "media",
  variantsBucketArn: "variants",
  mailArns: ["mail"],
  mailFrom: "from",
  queues: [new sqs.Queue(new Stack(new App(), "Traced"), "Queue")],
  secretArns: ["secret"],
  signingSecretArn: "signing",
  credentialSecretArns: ["credentials"],
  aiModels: ["model"],
};

/**
 * Looks at every call to AWS that functions make in this process from now on, below the SDK: what is signed is a call.
 *
 * @param hear is told every call to the table
 * @returns what tells how many calls there were, and those that the role of their function does not allow
 */
export function traceCalls(
  buckets: Readonly<Record<string, "media" | "variants">>,
  hear?: (requestId: string, body: string) => void,
) {
  const calls = new Map<string, { id: string; needed: Needed }>();
  let count = 0;
  subscribe("http.client.request.created", (message) => {
    const { request } = message as { request: ClientRequest };
    const running = runningFunction.getStore();
    const id = running?.id;
    const service = /\/(\w+)\/aws4_request/.exec(String(request.getHeader("authorization") ?? ""))?.[1];
    if (!running || !id || !service) return;
    whole(request, (body) => {
      if (service === "dynamodb") hear?.(running.requestId, body);
      count += 1;
      for (const needed of neededBy(service, request, body, buckets))
        calls.set(`${id} ${JSON.stringify(needed)}`, { id, needed });
    });
  });
  return {
    end: () => {
      const made = [...calls.values()];
      const denied = made.filter(isDenied).map(told);
      return { count, kinds: calls.size, denied, unused: unusedBy(made) };
    },
  };
}

/** Secrets are read from the environment here, so nothing is seen of them. */
const UNSEEN: readonly Resource[] = ["secrets", "signing", "credentials", "ai:invoke"];

/** What a function that was called may touch and did not: `getForm: table:write`. */
function unusedBy(made: readonly { id: string; needed: Needed }[]): string[] {
  const byFunction = Map.groupBy(made, ({ id }) => id);
  return [...operations, ...workers].flatMap((entry) => {
    const own = byFunction.get(entry.id) ?? [];
    const uses = usesOf(entry).filter((use) => own.length > 0 && !UNSEEN.includes(use));
    const others = (use: Resource) => statementsFor(use === "table:write" ? ["table:read"] : [], ON);
    const isUsed = (use: Resource) =>
      own.some(
        ({ needed }) =>
          statementsFor([use], ON).some((statement) => allows(statement, needed)) &&
          !others(use).some((statement) => allows(statement, needed)),
      );
    return uses.filter((use) => !isUsed(use)).map((use) => `${entry.id}: ${use}`);
  });
}

function whole(request: ClientRequest, told: (body: string) => void): void {
  const { write, end } = request;
  const parts: string[] = [];
  const note = (part: unknown) => {
    if (typeof part === "string") parts.push(part);
    else if (part instanceof Uint8Array) parts.push(Buffer.from(part).toString("latin1"));
  };
  const wrapped = {
    write: (...sent: unknown[]) => {
      note(sent[0]);
      return Reflect.apply(write, request, sent);
    },
    end: (...sent: unknown[]) => {
      note(sent[0]);
      told(parts.join(""));
      return Reflect.apply(end, request, sent);
    },
  };
  Object.assign(request, wrapped);
}

function neededBy(
  service: string,
  request: ClientRequest,
  body: string,
  buckets: Readonly<Record<string, "media" | "variants">>,
): Needed[] {
  const operation =
    String(request.getHeader("x-amz-target") ?? "")
      .split(".")
      .at(-1) ?? "";
  // Safe: the SDK wrote it, as the interface of DynamoDB says. To parse it by a schema is a third of the looking.
  if (service === "dynamodb") return ofTable(operation, JSON.parse(body) as Input);
  if (service === "sqs") return [{ action: "sqs:SendMessage", resource: "queue" }];
  if (service === "s3") return ofBucket(request, buckets);
  const action = operation || new URLSearchParams(body).get("Action") || "";
  return [{ action: `${service}:${action}`, resource: service === "ses" ? "mail" : service }];
}

/** As much of a call to the table as says what it touches. */
interface Part {
  Key?: { pk?: { S?: string } };
  Item?: { pk?: { S?: string } };
}

interface Input extends Part {
  IndexName?: string;
  TransactItems?: Record<string, Part>[];
}

function ofTable(operation: string, input: Input): Needed[] {
  const resource = input.IndexName === undefined ? "table" : "index";
  if (operation !== "TransactWriteItems")
    return [{ action: `dynamodb:${operation}`, resource, ...partitionOf(input) }];
  return (input.TransactItems ?? []).flatMap((item) =>
    Object.entries(item).map(([kind, part]) => ({
      action: `dynamodb:${kind === "ConditionCheck" ? "ConditionCheckItem" : `${kind}Item`}`,
      resource,
      ...partitionOf(part),
    })),
  );
}

// Ids in it make no difference to a role.
function partitionOf({ Key, Item }: Part): { partition?: string } {
  const partition = (Key ?? Item)?.pk?.S;
  return partition === undefined ? {} : { partition: partition.replace(/#.*$/, "#") };
}

function ofBucket(request: ClientRequest, buckets: Readonly<Record<string, "media" | "variants">>): Needed[] {
  const { pathname, searchParams } = new URL(request.path, "http://s3");
  const [, name = "", ...key] = pathname.split("/");
  const bucket = buckets[name] ?? name;
  const object = `${bucket}/*`;
  const copied = request.getHeader("x-amz-copy-source");
  if (key.join("") === "" && request.method !== "POST")
    return [{ action: "s3:ListBucket", resource: bucket }];
  if (request.method === "DELETE" && searchParams.has("uploadId"))
    return [{ action: "s3:AbortMultipartUpload", resource: object }];
  if (request.method === "DELETE" || searchParams.has("delete"))
    return [{ action: "s3:DeleteObject", resource: object }];
  if (request.method === "GET" || request.method === "HEAD")
    return [{ action: "s3:GetObject", resource: object }];
  const put = { action: "s3:PutObject", resource: object };
  return copied ? [{ action: "s3:GetObject", resource: object }, put] : [put];
}

const roles = new Map<string, PolicyStatement[]>(
  [...operations, ...workers].map((entry) => [entry.id, statementsFor(usesOf(entry), ON)]),
);

function isDenied({ id, needed }: { id: string; needed: Needed }): boolean {
  const statements = roles.get(id);
  return statements !== undefined && !statements.some((statement) => allows(statement, needed));
}

function allows(statement: PolicyStatement, { action, resource, partition }: Needed): boolean {
  if (!statement.actions.includes(action)) return false;
  const on = statement.resources;
  const isNamed =
    on.includes(resource) ||
    on.includes("*") ||
    resource === "queue" ||
    resource === "email" ||
    statement.notResources.length > 0;
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

function told({ id, needed: { action, resource, partition = "" } }: { id: string; needed: Needed }): string {
  return `${id}: ${action} on ${resource} ${partition}`.trim();
}
