// Alone: it starts a stack of its own.
import { type ChildProcess, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SESClient, SendEmailCommand } from "@aws-sdk/client-ses";
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOUR } from "#core/seconds.ts";
import { startDynamo } from "#infra/local/dynamo.ts";
import { freePort } from "#infra/local/ports.ts";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { failureOf, type LocalStackOptions, outputWith, startLocalStack } from "#test/support/laptop.ts";
import { eventually } from "#test/support/world.ts";
import { jsonOf } from "./local-functions/json.ts";
import { demoManifest } from "./local-functions/manifest.ts";
import { seen } from "./local-functions/seen.ts";

/** Long timeouts for a slow machine: a message whose worker runs into its timeout is delivered again. */
const manifest = { ...demoManifest, workers: demoManifest.workers.map((each) => ({ ...each, timeout: 60 })) };

let dir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "stack-"));
  seen.messages.length = 0;
  seen.records.length = 0;
});
afterEach(() => {
  // Even after a failed test, no stack keeps running.
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

async function withStack<T>(act: (stack: Stack) => Promise<T>, fresh = false): Promise<T> {
  const stack = await startStack({ manifest, dir, fresh });
  try {
    return await act(stack);
  } finally {
    await stack.stop();
  }
}

const putItem = ({ environment }: Stack, sk: string) =>
  new DynamoDBClient({}).send(
    new PutItemCommand({
      TableName: environment.TABLE_NAME,
      Item: { pk: { S: "p" }, sk: { S: sk }, _t: { S: "event" } },
    }),
  );

describe("a restart", () => {
  it("keeps records, files, mails, webhooks and secrets", async () => {
    const secret = await withStack(async (stack) => {
      const Bucket = stack.environment.MEDIA_BUCKET;
      await putItem(stack, "kept");
      await new S3Client({}).send(new PutObjectCommand({ Bucket, Key: "k", Body: "bytes" }));
      const Message = { Subject: { Data: "Hello" }, Body: { Text: { Data: "there" } } };
      const Destination = { ToAddresses: ["ada@shop.example"] };
      await new SESClient({}).send(new SendEmailCommand({ Source: "a@b.example", Destination, Message }));
      await fetch(`${stack.webhooks}/orders`, { method: "POST", body: "x" });
      return stack.environment.DATA_SECRET;
    });
    await withStack(async (stack) => {
      const { TABLE_NAME: TableName, MEDIA_BUCKET: Bucket, DATA_SECRET } = stack.environment;
      const Key = { pk: { S: "p" }, sk: { S: "kept" } };
      expect((await new DynamoDBClient({}).send(new GetItemCommand({ TableName, Key }))).Item).toBeDefined();
      const object = await new S3Client({}).send(new GetObjectCommand({ Bucket, Key: "k" }));
      expect(await object.Body?.transformToString()).toBe("bytes");
      const { emails } = await jsonOf<{ emails: object[] }>(await fetch(`${stack.aws.ses}/store`));
      expect(emails).toMatchObject([{ subject: "Hello" }]);
      const headers = { accept: "application/json" };
      const { items } = await jsonOf<{ items: object[] }>(await fetch(stack.webhooks, { headers }));
      expect(items).toMatchObject([{ name: "orders", body: "x" }]);
      expect(DATA_SECRET).toBe(secret);
    });
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files.length).toBeGreaterThan(3);
    for (const { parentPath, name } of files)
      expect(statSync(join(parentPath, name)).mode & 0o077, name).toBe(0);
  });

  it("delivers pending records, and repeats no delivered one", async () => {
    await withStack(async (stack) => {
      await putItem(stack, "before");
      await stack.drain();
      await stack.pause("stream");
      await putItem(stack, "in the stream");
    });
    await withStack((stack) => stack.drain());
    expect(seen.records.map(({ dynamodb }) => dynamodb?.NewImage?.sk?.S)).toEqual([
      "before",
      "in the stream",
    ]);
  });

  it("delivers messages that waited in a queue", async () => {
    await withStack(async (stack) => {
      await stack.pause("doWork");
      await putItem(stack, "in the queue");
      await stack.drain();
    });
    expect(seen.messages).toEqual([]);
    await withStack((stack) => stack.drain());
    expect(seen.messages.map(({ body }) => body)).toEqual(["in the queue"]);
  });

  it("delivers messages in flight of an ended process at once", async () => {
    const take = async () => {
      const QueueUrl = `${process.env.QUEUE_URL_PREFIX}do-work`;
      const received = await new SQSClient({}).send(
        new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 0, VisibilityTimeout: 12 * HOUR }),
      );
      return received.Messages?.map(({ Body }) => Body) ?? [];
    };
    await withStack(async (stack) => {
      await stack.pause("doWork");
      await putItem(stack, "in hand");
      await stack.drain();
      expect(await take()).toEqual(["in hand"]);
      expect(await take()).toEqual([]);
    });
    expect(seen.messages).toEqual([]);
    await withStack(async () => {
      await eventually(async () => seen.messages.length > 0, "what was in hand");
    });
    expect(seen.messages.map(({ body }) => body)).toEqual(["in hand"]);
  });

  it("starts empty on request", async () => {
    const before = await withStack(async ({ environment }) => environment.DATA_SECRET);
    const after = await withStack(async ({ environment }) => environment.DATA_SECRET, true);
    expect(after).not.toBe(before);
  });
});

describe("npm start", () => {
  it("says in one line that the port is taken", async () => {
    const holder = createServer();
    const port = await new Promise<number>((resolve) =>
      holder.listen(0, "127.0.0.1", () => {
        const address = holder.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      }),
    );
    expect(await failureOfStart({ port })).toMatch(new RegExp(`^Port ${port} is in use: .*\n$`));
    holder.close();
  });

  it("says in one line that the folder is in use, damaged, or no folder", async () => {
    await withStack(async () => {
      expect(await failureOfStart({})).toMatch(/^Another stack runs on .*\n$/);
    });
    for (const file of ["secrets.json", "dynamodb.db", "fauxqs.db"]) {
      writeFileSync(join(dir, file), "not what it was");
      expect(await failureOfStart({})).toMatch(/^.*damaged\. Begin again with: npm start -- --fresh\n$/);
      rmSync(join(dir, file));
    }
    writeFileSync(join(dir, "file"), "");
    expect(await failureOfStart({ dir: join(dir, "file") })).toMatch(/^The state cannot be kept in .*\n$/);
  });

  it("says in one line that another version wrote the records", async () => {
    await withStack(async () => undefined);
    writeFileSync(join(dir, "records-version"), "1\n");
    expect(await failureOfStart({})).toMatch(
      /^The records in .* another version\. Begin again with: .* --fresh\n$/,
    );
    await withStack(async () => undefined, true);
  });

  it("says in one line which variable is invalid or names an unreachable service", async () => {
    const wrong = { PLANS: "{oops", AWS_ENDPOINT_URL_DYNAMODB: "localhost:8000" };
    expect(await failureOfStart({ environment: wrong })).toMatch(
      /^The variable PLANS is refused: .*\nThe variable AWS_ENDPOINT_URL_DYNAMODB is refused: .*\n$/,
    );
    expect(await failureOfStart({ environment: { PAYMENTS: "stripee" } })).toMatch(
      /^The variable PAYMENTS is refused: .* It accepts: sandbox or stripe-local, .*\n$/,
    );
    const port = await freePort();
    for (const service of ["DYNAMODB", "S3", "SQS", "SES"]) {
      const environment = { [`AWS_ENDPOINT_URL_${service}`]: `http://localhost:${port}` };
      const said = `Nothing answers at http://localhost:${port}, which AWS_ENDPOINT_URL_${service} names.`;
      expect((await failureOfStart({ environment })).split("\n")).toEqual([
        expect.stringContaining(said),
        "",
      ]);
    }
  });

  it("says in one line that the disk is full", async () => {
    const full = /^The disk is full: nothing more can be kept in .*\n$/;
    // Writing to /dev/full always fails.
    symlinkSync("/dev/full", join(dir, "addresses.json"));
    expect(await failureOfStart({})).toMatch(full);
  });

  const small = join(tmpdir(), `small-disk-${process.pid}`);
  mkdirSync(small, { recursive: true });
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", small]).status === 0;
  if (!isMounted) console.info("Skipped a disk that is nearly full: only root can make one.");
  it.skipIf(!isMounted)("does not start with too little disk space", async () => {
    try {
      expect(await failureOfStart({ dir: join(small, "state") })).toMatch(/^The disk is full: .*\n$/);
    } finally {
      spawnSync("umount", [small]);
      rmSync(small, { recursive: true, force: true });
    }
  });

  it("uses the table emulator that a variable names, and leaves it running", async () => {
    const other = await startDynamo();
    const child = startChild({ environment: { AWS_ENDPOINT_URL_DYNAMODB: other.endpoint } });
    const out = await outputWith(child, "Ctrl-C");
    expect(/DynamoDB (http:\S+)/.exec(out)?.[1]).toBe(other.endpoint);
    expect(readdirSync(dir).filter((name) => name.startsWith("dynamodb"))).toEqual([]);
    const api = /API\s+(http:\S+)/.exec(out)?.[1] ?? "";
    const body = JSON.stringify({ email: "ada@example.com" });
    const headers = { "content-type": "application/json" };
    const asked = await fetch(`${api}/v1/auth/code`, { method: "POST", headers, body });
    expect([asked.status, await asked.json()]).toMatchObject([200, { challenge_id: expect.any(String) }]);
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await exited;
    expect((await fetch(other.endpoint)).status).toBeGreaterThan(0);
    await other.stop();
  });

  it("ends its emulators with it, even when it is killed", async () => {
    const child = startChild({});
    const out = await outputWith(child, "Ctrl-C");
    const dynamodb = /DynamoDB (http:\S+)/.exec(out)?.[1] ?? "";
    expect((await fetch(dynamodb)).status).toBeGreaterThan(0);
    child.kill("SIGKILL");
    const gone = () =>
      fetch(dynamodb).then(
        () => false,
        () => true,
      );
    await eventually(gone, "its end");
  });

  it("exits with 0 when it is interrupted", async () => {
    const child = startChild({});
    await outputWith(child, "Ctrl-C");
    const code = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    expect(await code).toBe(0);
  });

  it("says why and exits with 1 when its table emulator has died", async () => {
    const child = startChild({});
    await outputWith(child, "Ctrl-C");
    const told = outputWith(child, "so the stack stops. Start it again: npm start");
    const code = new Promise((resolve) => child.once("exit", resolve));
    // Each is the leader of a process group.
    const started = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
    for (const id of started.trim().split(" ")) process.kill(-Number(id), "SIGKILL");
    expect(await told).toContain("DynamoDB (dynoxide) has ended by itself.");
    expect(await code).toBe(1);
  });
});

function startChild(options: Partial<LocalStackOptions>): ChildProcess {
  const child = startLocalStack({ dir, ...options });
  children.push(child);
  return child;
}

const failureOfStart = (options: Partial<LocalStackOptions>) => failureOf(startChild(options));
