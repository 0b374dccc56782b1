import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { QueueAttributeName } from "@aws-sdk/client-sqs";
import type { Email, Store } from "aws-ses-v2-local/dist/store.js";
import { type BuildAppOptions, buildApp } from "fauxqs";
import { reportFailure } from "#infra/failure.ts";
import { safeListener } from "#infra/request-listener.ts";
import type { EmulatorOptions, EmulatorRequest, QueueCounts } from "./emulators.ts";
import { isForeignOrigin } from "./origin-check.ts";
import { captureMails } from "./ses-capture.ts";
import { limitedSes, SesAccount } from "./ses-limits.ts";

type Stores = NonNullable<BuildAppOptions["stores"]>;

interface Persistence {
  load(sqs: Stores["sqsStore"], sns: Stores["snsStore"], s3: Stores["s3Store"]): void;
  close(): void;
}

/** The largest object that a request may upload, in bytes. */
const MAX_OBJECT_BYTES = 512 * 1024 * 1024;

// This file runs on its own thread, so that emulators never delay the API.
const options: EmulatorOptions = workerData;
const stopSteps: (() => Promise<unknown>)[] = [];
let stores: Stores | undefined;
let reportMails: (() => void) | undefined;

try {
  const aws = options.aws === undefined ? undefined : await startAws(options.aws);
  const ses = options.ses === undefined ? undefined : await startSes(options.ses);
  parentPort?.postMessage({ ready: { aws, ses } });
} catch (error) {
  parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) });
}

// A rejected promise of an emulator ends one request, and not this thread.
process.on("unhandledRejection", (error) => reportFailure("The stand-in for AWS", error));

parentPort?.on("message", async ({ id, ask }: { id: number; ask: EmulatorRequest }) => {
  const answer = ask === "counts" ? queueCounts() : undefined;
  if (ask === "wake") stores?.sqsStore.shutdown();
  if (ask === "mails") reportMails?.();
  if (ask === "stop") await Promise.allSettled(stopSteps.map((stop) => stop()));
  parentPort?.postMessage({ id, answer });
  if (ask === "stop") parentPort?.close();
});

function queueCounts(): Record<string, QueueCounts> {
  const all: Record<string, QueueCounts> = {};
  for (const queue of stores?.sqsStore.allQueues() ?? []) {
    const read = (name: QueueAttributeName) => Number(queue.getAttribute(name));
    all[queue.name] = {
      visible: read("ApproximateNumberOfMessages"),
      inflight: read("ApproximateNumberOfMessagesNotVisible"),
      delayed: read("ApproximateNumberOfMessagesDelayed"),
    };
  }
  return all;
}

async function startAws(port: number): Promise<string> {
  // The package's own start function listens on every network interface, so we assemble its parts.
  const folder = dirname(fileURLToPath(import.meta.resolve("fauxqs")));
  const part = (file: string) => import(pathToFileURL(join(folder, file)).href);
  const { SqsStore }: { SqsStore: new () => Stores["sqsStore"] } = await part("sqs/sqsStore.js");
  const { SnsStore }: { SnsStore: new () => Stores["snsStore"] } = await part("sns/snsStore.js");
  const { S3Store }: { S3Store: new () => Stores["s3Store"] } = await part("s3/s3Store.js");
  stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  stores.sqsStore.host = "";
  const persistence = options.dir ? await restoreState(part, stores, options.dir) : undefined;
  const app = buildApp({ logger: false, defaultRegion: options.region, stores });
  app.removeContentTypeParser("*");
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_OBJECT_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  stopSteps.push(async () => {
    await app.close();
    persistence?.close();
  });
  const address = await app.listen({ port, host: "127.0.0.1" });
  guardOrigin(app.server);
  return address;
}

async function restoreState(
  part: (file: string) => Promise<{ PersistenceManager: new (dir: string) => Persistence }>,
  { sqsStore, snsStore, s3Store }: Stores,
  dir: string,
): Promise<Persistence> {
  const { PersistenceManager } = await part("persistence.js");
  const persistence = new PersistenceManager(dir);
  // Loads before it attaches the stores, so that loaded data is not written again.
  persistence.load(sqsStore, snsStore, s3Store);
  const wire: { persistence?: unknown }[] = [sqsStore, snsStore, s3Store, ...sqsStore.allQueues()];
  for (const store of wire) store.persistence = persistence;
  // An earlier process had received these messages, so they become visible again.
  for (const { inflightMessages } of sqsStore.allQueues()) {
    for (const message of inflightMessages.values()) message.visibilityDeadline = 0;
  }
  return persistence;
}

async function startSes(port: number): Promise<string> {
  const { default: library } = await import("aws-ses-v2-local");
  const { getStoreReadonly } = await import("aws-ses-v2-local/dist/store.js");
  const file = options.dir ? join(options.dir, "mails.jsonl") : undefined;
  if (file) getStoreReadonly().emails.push(...readMails(file));
  const limits = options.sesLimits;
  const server: Server = await library.default({ host: "127.0.0.1", port: limits ? 0 : port });
  // The package reports success even if the server could not listen.
  const url = addressOf(server, port);
  // Turns the timeout off, so that no connection closes while a client sends a mail that may then be lost.
  server.keepAliveTimeout = 0;
  guardOrigin(server);
  if (file) storeMails(server, file, getStoreReadonly);
  reportMails = () => captureMails(server, (mail) => parentPort?.postMessage({ mail }));
  stopLater(server);
  return limits ? startLimitedSes(limitedSes(url, new SesAccount(limits), options.region), port) : url;
}

async function startLimitedSes(front: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    front.once("error", reject);
    front.listen(port, "127.0.0.1", resolve);
  });
  guardOrigin(front);
  stopLater(front);
  return addressOf(front, port);
}

function stopLater(server: Server): void {
  stopSteps.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

function addressOf(server: Server, port: number): string {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error(`port ${port} is in use`);
  return `http://127.0.0.1:${address.port}`;
}

// Refuses web pages of other sites, so that they cannot read queues, files or the inbox.
function guardOrigin(server: Server): void {
  const answers = server.listeners("request");
  server.removeAllListeners("request");
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { host = "", origin } = request.headers;
    if (isForeignOrigin(host, origin)) {
      response.writeHead(403, { "content-type": "text/plain", connection: "close" });
      response.end("Only programs and pages of this machine are answered.");
    } else await Promise.all(answers.map((answer) => Reflect.apply(answer, server, [request, response])));
  };
  server.on("request", safeListener("The stand-in for AWS", serve));
}

function readMails(file: string): Email[] {
  const text = readFileSync(file, { encoding: "utf8", flag: "a+" });
  return text
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        // A crash can leave an incomplete last line.
        return [];
      }
    });
}

function storeMails(server: Server, file: string, store: () => Readonly<Store>): void {
  let storedCount = store().emails.length;
  server.on("request", (_request, response) => {
    response.once("finish", () => {
      try {
        storeNewMails();
      } catch (error) {
        // The next request tries it again.
        reportFailure("The mails are not stored", error);
      }
    });
  });

  function storeNewMails(): void {
    const { emails } = store();
    if (emails.length < storedCount) {
      writeFileSync(file, "");
      storedCount = 0;
    }
    if (emails.length > storedCount) {
      const lines = emails.slice(storedCount).map((email) => `${JSON.stringify(email)}\n`);
      appendFileSync(file, lines.join(""));
      storedCount = emails.length;
    }
  }
}
