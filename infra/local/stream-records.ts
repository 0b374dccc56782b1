import type { AttributeValue, _Record as StreamRecord } from "@aws-sdk/client-dynamodb-streams";
import { LAYOUT } from "#core/dynamo/layout.ts";

interface LambdaStreamRecord {
  eventID: string | undefined;
  eventName: string | undefined;
  eventVersion: string;
  eventSource: "aws:dynamodb";
  awsRegion: string;
  eventSourceARN: string;
  dynamodb: Record<string, unknown> & { SequenceNumber: string };
}

const OUTBOX_KINDS: ReadonlySet<string> = new Set(LAYOUT.outbox);

/**
 * Whether the filter of Lambda's event source accepts a record: an insert of an outbox item, a change of a
 * watched record, or any change of a record of a counted kind.
 */
export function isAccepted(record: StreamRecord, counted: ReadonlySet<string>): boolean {
  const image = record.dynamodb?.NewImage;
  const kind = (image ?? record.dynamodb?.OldImage)?._t?.S;
  if (kind !== undefined && counted.has(kind)) return true;
  if (record.eventName === "INSERT" && kind !== undefined && OUTBOX_KINDS.has(kind)) return true;
  return image?.[LAYOUT.watched]?.BOOL === true;
}

export function sequenceOf(record: StreamRecord): string {
  return record.dynamodb?.SequenceNumber ?? "";
}

export function lambdaRecord(record: StreamRecord, streamArn: string): LambdaStreamRecord {
  const { ApproximateCreationDateTime, Keys, NewImage, OldImage, ...rest } = record.dynamodb ?? {};
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion ?? "1.1",
    eventSource: "aws:dynamodb",
    awsRegion: streamArn.split(":")[3] ?? "",
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
      ...(Keys && { Keys: wireImage(Keys) }),
      ...(NewImage && { NewImage: wireImage(NewImage) }),
      ...(OldImage && { OldImage: wireImage(OldImage) }),
      ...rest,
      SequenceNumber: sequenceOf(record),
    },
    eventSourceARN: streamArn,
  };
}

function wireImage(image: Record<string, AttributeValue>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(image).map(([name, value]) => [name, wireValue(value)]));
}

// Converts binary values to base64, which Lambda's events have where the SDK returns bytes.
function wireValue(value: AttributeValue): unknown {
  if (value.B) return { B: toBase64(value.B) };
  if (value.BS) return { BS: value.BS.map(toBase64) };
  if (value.L) return { L: value.L.map(wireValue) };
  if (value.M) return { M: wireImage(value.M) };
  return value;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
