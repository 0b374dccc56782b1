#!/usr/bin/env bash
# fauxqs 2.4.1 with @aws-sdk/client-sqs 3.1162.0.
#
# A consumer gives a message back by ChangeMessageVisibility with a timeout of 0. Without a data folder the next receive
# has it, as on SQS. With a data folder the call is answered with a server error (the row of the message must have a
# receive count, and is written without one), and the message is gone from the running server: it is neither in flight
# nor in the queue, and no receive returns it, although its row is still in the folder's database.
#
# Seen: {"memory":{"status":200,"again":["hello"]},"folder":{"status":500,"again":[]}}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' >package.json
npm install --silent --no-audit --no-fund fauxqs@2.4.1 @aws-sdk/client-sqs@3.1162.0 node@24.21.0
cat >run.mjs <<'JS'
import { mkdtempSync } from "node:fs";
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { startFauxqs } from "fauxqs";

async function giveBack(settings) {
  const server = await startFauxqs({ port: 0, logger: false, ...settings });
  const sqs = new SQSClient({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    maxAttempts: 1,
  });
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: "work" }));
  const receive = async () =>
    (await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 0 }))).Messages ?? [];
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "hello" }));
  const [{ ReceiptHandle }] = await receive();
  const back = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
  const { $metadata } = await sqs.send(back).catch((error) => error);
  const again = (await receive()).map(({ Body }) => Body);
  sqs.destroy();
  await server.stop();
  return { status: $metadata.httpStatusCode, again };
}

const memory = await giveBack({});
const folder = await giveBack({ dataDir: mkdtempSync("./data-") });
console.log(JSON.stringify({ memory, folder }));
JS
expected='{"memory":{"status":200,"again":["hello"]},"folder":{"status":500,"again":[]}}'
seen=$(npx --no-install node run.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed: expected $expected" >&2; exit 1; }
