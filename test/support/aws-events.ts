import * as z from "zod";

const TextMap = z.record(z.string(), z.string());

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html, format 2.0. */
export const HttpFixture = z.strictObject({
  version: z.literal("2.0"),
  routeKey: z.string(),
  rawPath: z.string().startsWith("/"),
  rawQueryString: z.string(),
  cookies: z.array(z.string()).optional(),
  headers: z.record(z.string().regex(/^[a-z0-9-]+$/), z.string()),
  queryStringParameters: TextMap.optional(),
  pathParameters: TextMap.optional(),
  requestContext: z.strictObject({
    accountId: z.string(),
    apiId: z.string(),
    domainName: z.string(),
    domainPrefix: z.string(),
    http: z.strictObject({
      method: z.enum(["GET", "POST", "PUT", "DELETE"]),
      path: z.string(),
      protocol: z.literal("HTTP/1.1"),
      sourceIp: z.ipv4(),
      userAgent: z.string(),
    }),
    requestId: z.string(),
    routeKey: z.string(),
    stage: z.literal("$default"),
    time: z.string().regex(/^\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} \+0000$/),
    timeEpoch: z.int(),
  }),
  body: z.string().optional(),
  isBase64Encoded: z.boolean(),
});

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export const QueueFixture = z.strictObject({
  Records: z
    .array(
      z.strictObject({
        messageId: z.uuid(),
        receiptHandle: z.string(),
        body: z.string(),
        attributes: z.looseObject({ ApproximateReceiveCount: z.string(), SentTimestamp: z.string() }),
        messageAttributes: z.record(z.string(), z.looseObject({ dataType: z.string() })),
        md5OfBody: z.string(),
        eventSource: z.literal("aws:sqs"),
        eventSourceARN: z.string().startsWith("arn:aws:sqs:"),
        awsRegion: z.string(),
      }),
    )
    .min(1),
});

/** The envelope that `sendMessages` adds. */
export const Envelope = z.strictObject({
  id: z.string(),
  to: z.string().optional(),
  request: z.string().optional(),
  body: z.unknown(),
});

/** https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
export const StreamFixture = z.strictObject({
  Records: z
    .array(
      z.strictObject({
        eventID: z.string(),
        eventName: z.literal("INSERT"),
        eventVersion: z.string(),
        eventSource: z.literal("aws:dynamodb"),
        awsRegion: z.string(),
        dynamodb: z.looseObject({ Keys: z.unknown(), NewImage: z.unknown(), SequenceNumber: z.string() }),
        eventSourceARN: z.string().startsWith("arn:aws:dynamodb:"),
      }),
    )
    .min(1),
});

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-run-lambda-schedule.html */
export const ScheduleFixture = z.strictObject({
  version: z.literal("0"),
  id: z.uuid(),
  "detail-type": z.literal("Scheduled Event"),
  source: z.literal("aws.events"),
  account: z.string(),
  time: z.iso.datetime(),
  region: z.string(),
  resources: z.array(z.string()),
  detail: z.object({}),
});
