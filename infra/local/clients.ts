import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Environment } from "./environment.ts";
import { PHONE_SEGMENT } from "./phone.ts";

/** What the stack itself asks the stand-ins for AWS with. */
export interface Clients {
  dynamo: DynamoDBClient;
  s3: S3Client;
  sqs: SQSClient;
  sns: SNSClient;
}

/** More than there are queues, and what is sent beside their polls. */
const MAX_SOCKETS = 1000;

/** Clients for where the services of an environment answer. */
export function makeClients(environment: Environment): Clients {
  const region = environment.AWS_REGION;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  // The environment names credentials unless the person's own are to be found in the usual way.
  const account = accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {};
  // Each queue has a long poll of its own open: with the SDK's 50 sockets, some would wait for the end of others.
  const requestHandler = { httpAgent: { maxSockets: MAX_SOCKETS } };
  const sqs = new SQSClient({
    region,
    endpoint: environment.AWS_ENDPOINT_URL_SQS,
    requestHandler,
    ...account,
  });
  sqs.middlewareStack.remove("loggerMiddleware");
  return {
    dynamo: new DynamoDBClient({ region, endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB, ...account }),
    s3: new S3Client({ region, endpoint: environment.AWS_ENDPOINT_URL_S3, ...account }),
    sqs,
    sns: new SNSClient({ region, endpoint: topicsEndpoint(environment), ...account }),
  };
}

// The functions' SNS is the one that shows texts to phones; topics are the emulator's.
function topicsEndpoint({ AWS_ENDPOINT_URL_SNS, AWS_ENDPOINT_URL_SQS }: Environment): string | undefined {
  return AWS_ENDPOINT_URL_SNS?.endsWith(`/${PHONE_SEGMENT}`) ? AWS_ENDPOINT_URL_SQS : AWS_ENDPOINT_URL_SNS;
}
