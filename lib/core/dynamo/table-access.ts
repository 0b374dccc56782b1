import { noteTenantAccess } from "#core/log-context.ts";

/** The parts of a call to the table that say which items it accesses. */
interface CallPart {
  Key?: { pk?: unknown };
  Item?: { pk?: unknown };
}

interface CallInput extends CallPart {
  /** Only queries have these two. */
  ExpressionAttributeValues?: Record<string, unknown>;
  KeyConditionExpression?: string;
  RequestItems?: Record<string, { Keys?: { pk?: unknown }[] }>;
  TransactItems?: Record<string, CallPart>[];
}

const TENANT_PARTITION = /^TENANT#([^#]+)/;

/** Notes, for the log, whose records a call to the table accesses: those of the tenant that owns their partition. */
export function noteTableAccess(command: string, input: object): void {
  const { Key, Item, KeyConditionExpression, ExpressionAttributeValues, RequestItems, TransactItems } =
    // Safe: every part is optional.
    input as CallInput;
  const writes = /^(Put|Update|Delete)/.test(command) ? "written" : "read";
  notePartitionAccess((Key ?? Item)?.pk, writes);
  if (KeyConditionExpression) notePartitionAccess(ExpressionAttributeValues?.[":p"], "read");
  for (const { Keys = [] } of Object.values(RequestItems ?? {}))
    for (const { pk } of Keys) notePartitionAccess(pk, "read");
  for (const item of TransactItems ?? [])
    for (const [kind, part] of Object.entries(item))
      notePartitionAccess((part.Key ?? part.Item)?.pk, kind === "ConditionCheck" ? "read" : "written");
}

/** Notes, for the log, that records of a partition were accessed. */
export function notePartitionAccess(partition: unknown, how: "read" | "written" = "read"): void {
  const tenant = typeof partition === "string" ? TENANT_PARTITION.exec(partition)?.[1] : undefined;
  if (tenant !== undefined) noteTenantAccess(tenant, how);
}
