import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Environment } from "./environment.ts";
import { PHONE_SEGMENT } from "./phone.ts";

/** The AWS clients that the local stack itself uses. */
export type Clients = { dynamo: DynamoDBClient; s3: S3Client; sqs: SQSClient; sns: SNSClient };

/** Enough for all long polls and other calls at the same time. */
const MAX_SOCKETS = 1000;

export function makeClients(environment: Environment): Clients {
  const region = environment.AWS_REGION;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  // Without credentials in the environment, the SDK finds the user's own.
  const account = accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {};
  // Each queue has an open long poll; the SDK's default of 50 sockets would make some wait.
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

// The endpoint for topics. The functions' SNS endpoint may be the page of phone texts, which has no topics.
function topicsEndpoint({ AWS_ENDPOINT_URL_SNS, AWS_ENDPOINT_URL_SQS }: Environment): string | undefined {
  return AWS_ENDPOINT_URL_SNS?.endsWith(`/${PHONE_SEGMENT}`) ? AWS_ENDPOINT_URL_SQS : AWS_ENDPOINT_URL_SNS;
}
