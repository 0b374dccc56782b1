import { subscribe } from "node:diagnostics_channel";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { ClientRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PERMISSIONS_CHANNEL, type RequiredPermission } from "#core/required-permissions.ts";
import { runningFunction } from "#infra/local/handlers.ts";

/** The permission that a call needs: an action on a resource and, for items, a partition. */
export interface NeededPermission {
  action: string;
  /** `table`, `index`, `media`, `media/*` or `queue`; for a secret, its setting. */
  resource: string;
  partition?: string;
}

export type AwsCall = { id: string; needed: NeededPermission };

type TableCallListener = (requestId: string, body: string) => void;

type BucketKinds = Readonly<Record<string, "media" | "variants">>;

/** The variable with the folder in which processes of a run write their part. */
const FOLDER_VARIABLE = "TRACED_FOLDER";
let isRecording = false;

/**
 * Traces every AWS call of functions in all processes that get the variable.
 *
 * @param onTableCall called for each table call in this process
 * @returns a function that returns the number of calls in this process and all permissions needed, once all
 *   have ended
 */
export function traceCalls(environment: Readonly<Record<string, string>>, onTableCall: TableCallListener) {
  const folder = mkdtempSync(join(tmpdir(), "traced-"));
  const count = recordCalls({ ...environment, [FOLDER_VARIABLE]: folder }, onTableCall);
  return {
    environment: { [FOLDER_VARIABLE]: folder },
    end: () => {
      const lines = readdirSync(folder).flatMap((file) =>
        readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean),
      );
      rmSync(folder, { recursive: true });
      // Safe: `recordCalls` wrote each line.
      return { count: count(), calls: [...new Set(lines)].map((line) => JSON.parse(line) as AwsCall) };
    },
  };
}

/** Records the permissions that functions in this process need, from the signed HTTP requests. */
export function recordCalls(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  onTableCall?: TableCallListener,
) {
  const folder = environment[FOLDER_VARIABLE];
  let count = 0;
  if (folder === undefined || isRecording) return () => count;
  isRecording = true;
  const { MEDIA_BUCKET = "", VARIANTS_BUCKET = "" } = environment;
  const buckets: BucketKinds = { [MEDIA_BUCKET]: "media", [VARIANTS_BUCKET]: "variants" };
  const seen = new Set<string>();
  const note = (id: string, needed: NeededPermission): void => {
    count += 1;
    const line = JSON.stringify({ id, needed } satisfies AwsCall);
    if (seen.has(line)) return;
    seen.add(line);
    appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`);
  };
  subscribe("http.client.request.created", (message) => {
    const { request } = message as { request: ClientRequest };
    const running = runningFunction.getStore();
    const service = /\/(\w+)\/aws4_request/.exec(String(request.getHeader("authorization") ?? ""))?.[1];
    if (!running || !service) return;
    readBody(request, (body) => {
      if (service === "dynamodb") onTableCall?.(running.requestId, body);
      for (const needed of permissionsFor(service, request, body, buckets)) note(running.id, needed);
    });
  });
  subscribe(PERMISSIONS_CHANNEL.name, (message) => {
    const id = runningFunction.getStore()?.id;
    // Safe: this channel has no other publisher.
    const { action, resource } = message as RequiredPermission;
    const bucket = buckets[resource];
    if (id) note(id, { action, resource: bucket ? `${bucket}/*` : resource });
  });
  return () => count;
}

function readBody(request: ClientRequest, onBody: (body: string) => void): void {
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
      onBody(parts.join(""));
      return Reflect.apply(end, request, sent);
    },
  };
  Object.assign(request, wrapped);
}

function permissionsFor(
  service: string,
  request: ClientRequest,
  body: string,
  buckets: BucketKinds,
): NeededPermission[] {
  const operation =
    String(request.getHeader("x-amz-target") ?? "")
      .split(".")
      .at(-1) ?? "";
  // Safe: the SDK wrote it. Parsing by a schema would take a third of the time.
  if (service === "dynamodb") return tablePermissions(operation, JSON.parse(body) as TableInput);
  if (service === "sqs") {
    // Safe: the SDK wrote it.
    const { QueueUrl = "" } = JSON.parse(body) as { QueueUrl?: string };
    return [
      { action: `sqs:${operation.replace("Batch", "")}`, resource: `queue:${QueueUrl.split("/").at(-1)}` },
    ];
  }
  if (service === "s3") return bucketPermissions(request, buckets);
  const action = operation || new URLSearchParams(body).get("Action") || "";
  return [{ action: `${service}:${action}`, resource: service === "ses" ? "mail" : service }];
}

/** The part of a table call that says what it accesses. */
type TablePart = { Key?: { pk?: { S?: string } }; Item?: { pk?: { S?: string } } };

interface TableInput extends TablePart {
  IndexName?: string;
  TransactItems?: Record<string, TablePart>[];
}

function tablePermissions(operation: string, input: TableInput): NeededPermission[] {
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

// Roles name kinds of partitions: the id after `#` does not matter.
function partitionOf({ Key, Item }: TablePart): { partition?: string } {
  const partition = (Key ?? Item)?.pk?.S;
  return partition === undefined ? {} : { partition: partition.replace(/#.*$/, "#") };
}

function bucketPermissions(request: ClientRequest, buckets: BucketKinds): NeededPermission[] {
  const { pathname, searchParams } = new URL(request.path, "http://s3");
  const [, name = "", ...key] = pathname.split("/");
  const bucket = buckets[name];
  // Other buckets belong to stacks that tests have started themselves.
  if (!bucket) return [];
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
