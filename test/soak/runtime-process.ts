import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export interface DeployedFunction {
  id: string;
  /** Folder of the asset, and the entry in it. */
  folder: string;
  entry: string;
  /** Memory in MB, and timeout in seconds. */
  memory: number;
  timeout: number;
}

interface Invocation {
  id: string;
  event: unknown;
  /** Starts the timeout when the function gets the event; starting the process does not count. */
  begin(): void;
  settle(answer: { value: unknown } | { error: Error }): void;
}

const CLIENT_FILE = join(import.meta.dirname, "runtime-client.mjs");
const MAX_ANSWER_BYTES = 6 * 1024 * 1024;

/** The Runtime API of one function, and its process, which is started on demand. */
export class RuntimeFunction {
  private readonly deployed: DeployedFunction;
  private readonly environment: Record<string, string>;
  private readonly waiting: Invocation[] = [];
  private running: Invocation | undefined;
  private parked: ServerResponse | undefined;
  private server: Server | undefined;
  private child: ChildProcess | undefined;

  constructor(deployed: DeployedFunction, environment: Record<string, string>) {
    this.deployed = deployed;
    this.environment = environment;
  }

  /** Returns the function's answer; throws its error, or a timeout, which also ends the process. */
  async invoke(event: unknown): Promise<unknown> {
    await this.start();
    const { timeout, id } = this.deployed;
    return new Promise((resolve, reject) => {
      let late: NodeJS.Timeout | undefined;
      const invocation: Invocation = {
        id: crypto.randomUUID(),
        event,
        begin: () => {
          late = setTimeout(() => {
            this.child?.kill("SIGKILL");
            this.child = undefined;
            this.parked = undefined;
            invocation.settle({ error: new Error(`${id}: Task timed out after ${timeout} seconds`) });
          }, timeout * 1000);
        },
        settle: (answer) => {
          clearTimeout(late);
          this.running = undefined;
          if ("error" in answer) reject(answer.error);
          else resolve(answer.value);
        },
      };
      this.waiting.push(invocation);
      this.sendNext();
    });
  }

  stop(): void {
    this.child?.removeAllListeners();
    this.child?.kill("SIGKILL");
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private async start(): Promise<void> {
    if (!this.server) {
      this.server = createServer((request, response) => {
        this.answer(String(request.url), request, response).catch((error: unknown) => {
          response.writeHead(500).end(String(error));
        });
      });
      await new Promise<void>((listening) => this.server?.listen(0, "127.0.0.1", listening));
    }
    if (!this.child) this.spawn((this.server.address() as AddressInfo).port);
  }

  private spawn(port: number): void {
    const { id, folder, entry, memory } = this.deployed;
    const env = {
      ...this.environment,
      PATH: process.env.PATH ?? "",
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
      AWS_LAMBDA_FUNCTION_NAME: id,
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: `${entry}.handler`,
    };
    const child = spawn(process.execPath, [`--max-old-space-size=${Math.floor(memory * 0.9)}`, CLIENT_FILE], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.once("exit", (code) => {
      if (this.child !== child) return;
      this.child = undefined;
      this.parked = undefined;
      this.running?.settle({ error: new Error(`${id} ended with ${code}.`) });
      for (const each of this.waiting.splice(0)) each.settle({ error: new Error(`${id} did not start.`) });
    });
    this.child = child;
  }

  private async answer(url: string, request: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
    const path = url.replace("/2018-06-01/runtime/", "");
    if (path === "invocation/next") {
      this.parked = response;
      return this.sendNext();
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (path === "init/error") {
      response.writeHead(202).end();
      for (const each of this.waiting.splice(0)) each.settle({ error: new Error(text) });
      return;
    }
    const [, id, kind] = /^invocation\/([\w-]+)\/(response|error)$/.exec(path) ?? [];
    const { running } = this;
    if (!running || running.id !== id) {
      response.writeHead(403).end();
      return;
    }
    if (text.length > MAX_ANSWER_BYTES) {
      response.writeHead(413).end();
      return running.settle({ error: new Error("The answer is larger than 6 MB.") });
    }
    response.writeHead(202).end();
    running.settle(kind === "error" ? { error: new Error(text) } : { value: JSON.parse(text) });
  }

  private sendNext(): void {
    const { parked, waiting, deployed } = this;
    if (!parked || this.running || waiting.length === 0) return;
    const next = waiting.shift();
    if (!next) return;
    this.parked = undefined;
    this.running = next;
    next.begin();
    parked.writeHead(200, {
      "content-type": "application/json",
      "lambda-runtime-aws-request-id": next.id,
      "lambda-runtime-deadline-ms": String(Date.now() + deployed.timeout * 1000),
      "lambda-runtime-invoked-function-arn": `arn:aws:lambda:us-east-1:000000000000:function:${deployed.id}`,
      "lambda-runtime-trace-id": "Root=1-00000000-000000000000000000000000",
    });
    parked.end(JSON.stringify(next.event));
  }
}
