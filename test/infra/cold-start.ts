import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

export interface ColdStart {
  /** Milliseconds, medians, above what a process that does nothing takes. */
  overEmpty: number;
  /** Of them, loading the module. */
  init: number;
  /** Of them, the first call, which goes to the table. */
  call: number;
}

// A table that knows no item: it answers at once, so that only the caller's own time counts.
const TABLE = `require("node:http").createServer((request, response) => {
  request.resume().on("end", () => response.setHeader("content-type", "application/x-amz-json-1.0").end("{}"));
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

const CALLER = `const started = performance.now();
const { handler } = await import(process.env.ENTRY);
const loaded = performance.now();
const { statusCode } = await handler(JSON.parse(process.env.EVENT), { getRemainingTimeInMillis: () => 10_000 });
if (!(statusCode < 500)) throw new Error("answered " + statusCode);
console.log("cold start", loaded - started, performance.now() - loaded);
process.exit();`;

/**
 * Starts a bundled handler in fresh processes, on one processor where the system lets it be chosen, and calls it once.
 *
 * @param file the entry, absolute
 * @param event what Lambda would give it; it should lead to the table
 */
export async function coldStart(file: string, event: object, runs = 9): Promise<ColdStart> {
  const table = spawn(process.execPath, ["-e", TABLE], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = await once(table.stdout, "data");
    const env = environment(String(port).trim(), file, event);
    const empty: number[] = [];
    const samples: ColdStart[] = [];
    for (let run = 0; run < runs; run++) {
      empty.push(timed(["--input-type=module", "-e", "process.exit()"], env).milliseconds);
      samples.push(sample(env));
    }
    const base = median(empty);
    return {
      overEmpty: median(samples.map((each) => each.overEmpty)) - base,
      init: median(samples.map((each) => each.init)),
      call: median(samples.map((each) => each.call)),
    };
  } finally {
    table.kill();
  }
}

function sample(env: NodeJS.ProcessEnv): ColdStart {
  const { milliseconds, output } = timed(["--input-type=module", "-e", CALLER], env);
  const [, init, call] = /cold start ([\d.]+) ([\d.]+)/.exec(output) ?? [];
  if (!init || !call) throw new Error(`The handler did not answer: ${output}`);
  return { overEmpty: milliseconds, init: Number(init), call: Number(call) };
}

function timed(args: string[], env: NodeJS.ProcessEnv): { milliseconds: number; output: string } {
  const pinned = existsSync("/usr/bin/taskset") ? ["/usr/bin/taskset", "-c", "0"] : [];
  const [command = "", ...rest] = [...pinned, process.execPath, ...args];
  const started = performance.now();
  const { stdout, stderr } = spawnSync(command, rest, { env, encoding: "utf8" });
  return { milliseconds: performance.now() - started, output: stdout + stderr };
}

function environment(port: string, file: string, event: object): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    ENTRY: resolve(file),
    EVENT: JSON.stringify(event),
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    TABLE_NAME: "table",
    PUBLIC_URL: "http://127.0.0.1",
    MEDIA_URL: "http://127.0.0.1/media",
    DATA_SECRET: "a secret that is long enough to seal with",
    SIGNING_SECRETS: JSON.stringify([{ kid: "one", secret: "a secret that is long enough to sign with" }]),
  };
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** An anonymous GET as API Gateway sends it, of a path with its slots filled. */
export function anonymousGet(path: string, pathParameters: Record<string, string>): object {
  const rawPath = path.replace(/\{(\w+)\}/g, (_, slot: string) => pathParameters[slot] ?? "");
  return {
    version: "2.0",
    routeKey: `GET ${path}`,
    rawPath,
    rawQueryString: "",
    headers: { host: "127.0.0.1" },
    pathParameters,
    requestContext: {
      requestId: "cold-start",
      http: { method: "GET", path: rawPath, protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" },
    },
    isBase64Encoded: false,
  };
}
