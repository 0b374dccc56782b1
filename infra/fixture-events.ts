import { kebab, type Operation } from "#core/http/contract.ts";
import { schemaOf, type Worker } from "#core/queue/contract.ts";
import { EXAMPLE_ID, EXAMPLE_TIME, exampleId, exampleOf, exampleQuery } from "./examples.ts";

const HOST = "api.example.com";
const REGION = "eu-central-1";
const ACCOUNT = "123456789012";

/**
 * The event that AWS sends to start an operation or a worker, made from the examples of its schemas.
 * `{token}` stands for a credential.
 */
export function fixtureOf(unit: Operation | Worker): object {
  return "trigger" in unit ? workerFixture(unit) : operationFixture(unit);
}

/** The event of an API Gateway HTTP API, payload format 2.0. */
function operationFixture(operation: Operation): object {
  const { method, path, query, body } = operation;
  const slots = [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => [slot, exampleId(slot)]);
  const pathParameters: Record<string, string> = Object.fromEntries(slots);
  const rawPath = path.replace(/\{(\w+)\}/g, (_, slot: string) => pathParameters[slot] ?? "");
  const parameters = query ? exampleQuery(query) : {};
  const rawQueryString = new URLSearchParams(parameters).toString();
  const content = body && contentOf(operation);
  const routeKey = `${method} ${path}`;
  return {
    version: "2.0",
    routeKey,
    rawPath,
    rawQueryString,
    headers: headersOf(operation, content),
    ...(rawQueryString ? { queryStringParameters: parameters } : {}),
    requestContext: {
      accountId: ACCOUNT,
      apiId: "a1b2c3d4e5",
      domainName: HOST,
      domainPrefix: "api",
      http: { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.7", userAgent: "curl/8.11.1" },
      requestId: "JKJaXmPLvHcESHA=",
      routeKey,
      stage: "$default",
      time: "21/Sep/2026:13:33:20 +0000",
      timeEpoch: EXAMPLE_TIME * 1000,
    },
    ...(slots.length > 0 ? { pathParameters } : {}),
    ...(content ? { body: content.body } : {}),
    isBase64Encoded: content?.encoded ?? false,
  };
}

function workerFixture({ id, trigger, on }: Worker): object {
  if (trigger.kind === "queue") {
    const body = exampleOf(schemaOf(trigger), on?.[0]);
    return queueEvent(id, trigger.foreign ? body : { id: `msg_${EXAMPLE_ID}`, to: kebab(id), body });
  }
  if (trigger.kind === "due") {
    const [first] = trigger.of;
    return queueEvent(id, { id: `msg_${EXAMPLE_ID}`, to: kebab(id), body: { kind: first?.kind, shard: 0 } });
  }
  if (trigger.kind === "stream") return streamEvent();
  if (trigger.kind === "schedule") return scheduleEvent(id);
  return urlEvent();
}

type RequestContent = { type: string; body: string; encoded: boolean };

function contentOf({ body, bodyKind }: Operation): RequestContent | undefined {
  if (!body) return undefined;
  if (bodyKind === "multipart") {
    const boundary = "----fixture";
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="note.txt"\r\nContent-Type: text/plain\r\n\r\nHello\r\n--${boundary}--\r\n`;
    const type = `multipart/form-data; boundary=${boundary}`;
    return { type, body: Buffer.from(part).toString("base64"), encoded: true };
  }
  return { type: "application/json", body: JSON.stringify(exampleOf(body)), encoded: false };
}

function headersOf({ needs }: Operation, content: RequestContent | undefined): Record<string, string> {
  return {
    accept: "application/json",
    ...(needs === "none" || needs === "public" ? {} : { authorization: "Bearer {token}" }),
    ...(content
      ? { "content-length": String(Buffer.byteLength(content.body)), "content-type": content.type }
      : {}),
    host: HOST,
    "user-agent": "curl/8.11.1",
    "x-amzn-trace-id": "Root=1-6ab13a80-1a2b3c4d5e6f7a8b9c0d1e2f",
    "x-forwarded-for": "192.0.2.7",
    "x-forwarded-port": "443",
    "x-forwarded-proto": "https",
  };
}

function queueEvent(id: string, message: unknown): object {
  return {
    Records: [
      {
        messageId: "059f36b4-87a3-44ab-83d2-661975830a7d",
        receiptHandle: "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a",
        body: JSON.stringify(message),
        attributes: {
          ApproximateReceiveCount: "1",
          SentTimestamp: String(EXAMPLE_TIME * 1000),
          SenderId: "AIDAIENQZJOLO23YVJ4VO",
          ApproximateFirstReceiveTimestamp: String(EXAMPLE_TIME * 1000 + 1),
        },
        messageAttributes: {},
        md5OfBody: "098f6bcd4621d373cade4e832627b4f6",
        eventSource: "aws:sqs",
        eventSourceARN: `arn:aws:sqs:${REGION}:${ACCOUNT}:${kebab(id)}`,
        awsRegion: REGION,
      },
    ],
  };
}

function streamEvent(): object {
  const [pk, sk] = [`MESSAGE#msg_${EXAMPLE_ID}`, "MESSAGE"].map((S) => ({ S }));
  const partition = {
    M: { partitions: { L: [{ S: `TENANT#store_${EXAMPLE_ID}#FORM#form_${EXAMPLE_ID}#SUBMISSION#0/2` }] } },
  };
  Object.assign(partition.M, { kind: { S: "partitions" } });
  const fields = {
    id: { S: `msg_${EXAMPLE_ID}` },
    queue: { S: "purge" },
    created_at: { N: String(EXAMPLE_TIME) },
  };
  return {
    Records: [
      {
        eventID: "c4ca4238a0b923820dcc509a6f75849b",
        eventName: "INSERT",
        eventVersion: "1.1",
        eventSource: "aws:dynamodb",
        awsRegion: REGION,
        dynamodb: {
          ApproximateCreationDateTime: EXAMPLE_TIME,
          Keys: { pk, sk },
          NewImage: { pk, sk, _t: { S: "message" }, _v: { N: "1" }, ...fields, body: partition },
          SequenceNumber: "4421584500000000017450439091",
          SizeBytes: 412,
          StreamViewType: "NEW_AND_OLD_IMAGES",
        },
        eventSourceARN: `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/storefront/stream/2026-09-21T00:00:00.000`,
      },
    ],
  };
}

function scheduleEvent(id: string): object {
  return {
    version: "0",
    id: "53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa",
    "detail-type": "Scheduled Event",
    source: "aws.events",
    account: ACCOUNT,
    time: new Date(EXAMPLE_TIME * 1000).toISOString().replace(".000", ""),
    region: REGION,
    resources: [`arn:aws:events:${REGION}:${ACCOUNT}:rule/${kebab(id)}`],
    detail: {},
  };
}

function urlEvent(): object {
  const rawPath = `/store_${EXAMPLE_ID}/med_${EXAMPLE_ID}/photo.jpg`;
  const http = { method: "GET", path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.7" };
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString: "format=webp&w=640",
    headers: { accept: "image/avif,image/webp,*/*", host: "abcdefgh.lambda-url.eu-central-1.on.aws" },
    queryStringParameters: { format: "webp", w: "640" },
    requestContext: {
      accountId: "anonymous",
      apiId: "abcdefgh",
      domainName: "abcdefgh.lambda-url.eu-central-1.on.aws",
      domainPrefix: "abcdefgh",
      http: { ...http, userAgent: "Amazon CloudFront" },
      requestId: "4f2d7a1e-9b1c-4d55-8a1b-6f0d6b3f5c11",
      routeKey: "$default",
      stage: "$default",
      time: "21/Sep/2026:13:33:20 +0000",
      timeEpoch: EXAMPLE_TIME * 1000,
    },
    isBase64Encoded: false,
  };
}
