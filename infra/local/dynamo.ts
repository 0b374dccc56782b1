import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { messageOf, partFailure, StartFailure } from "#infra/failure.ts";
import { freePort, unguessableHost } from "./ports.ts";

interface Emulator {
  endpoint: string;
  /** Resolves when the process ends although nobody stopped it. */
  gone: Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds to wait for the process to start and to end. */
const PROCESS_TIMEOUT = 10_000;
/** Milliseconds to wait for the process if npx downloads it first. */
const DOWNLOAD_TIMEOUT = 25_000;
/** The version of dynoxide; must equal the one in `optionalDependencies`. */
const DYNOXIDE_VERSION = "1.2.1";
/** How many ports to try, because another program may take a free port before dynoxide listens on it. */
const MAX_PORT_TRIES = 5;

/**
 * Starts dynoxide, an emulator of DynamoDB and its streams. It answers web pages of any site, so it listens on
 * a host that none can guess. `file`: SQLite file for the tables; without it, a file that is deleted at the end.
 */
export async function startDynamo(file?: string): Promise<Emulator> {
  for (let tries = 1; ; tries++) {
    try {
      const host = await unguessableHost();
      return await startOnPort(host, await freePort(0, host), file);
    } catch (error) {
      if (!(error instanceof PortTaken) || tries === MAX_PORT_TRIES) throw error;
    }
  }
}

class PortTaken extends StartFailure {}

async function startOnPort(host: string, chosen: number, file: string | undefined): Promise<Emulator> {
  const command = findCommand();
  const tempFolder = file
    ? undefined
    : mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), "storefront-"));
  const path = file ?? join(tempFolder ?? "", "dynamodb.db");
  const address = ["--host", host, "--port", String(chosen)];
  const child = spawnTied([...command.words, "serve", ...address, "--db-path", path]);
  const endpoint = `http://${host}:${chosen}`;
  let stopping = false;
  const gone = new Promise<void>((resolve) => child.once("exit", () => stopping || resolve()));
  const stop = () => {
    stopping = true;
    return stopChild(child).then(forget);
  };
  const forget = () => {
    if (tempFolder) rmSync(tempFolder, { recursive: true, force: true });
  };
  try {
    await waitUntilListening(child, endpoint, file, command.isDownload ? DOWNLOAD_TIMEOUT : PROCESS_TIMEOUT);
    indexStream(path);
  } catch (error) {
    child.stdin?.end();
    forget();
    throw command.isDownload && !(error instanceof PortTaken) ? missingEmulator() : error;
  }
  // The emulator can use the open file after its deletion, and nothing is left on disk after a crash.
  if (process.platform !== "win32") forget();
  return { endpoint, gone, stop };
}

const MEMORY_FOLDER = "/dev/shm";

/** Adds indexes. Without them, dynoxide scans all stream records on each read and write, and gets ever slower. */
function indexStream(file: string): void {
  const database = new DatabaseSync(file, { timeout: PROCESS_TIMEOUT });
  try {
    for (const [name, columns] of Object.entries(STREAM_INDEXES)) {
      database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON _stream_records (${columns})`);
    }
  } catch (error) {
    // Another version of dynoxide may have other tables, and works without these indexes.
    if (!/no such (table|column)/.test(messageOf(error))) throw error;
  } finally {
    database.close();
  }
}

const STREAM_INDEXES = {
  stream_last: "table_name, CAST(sequence_number AS INTEGER)",
  stream_next: "table_name, shard_id, CAST(sequence_number AS INTEGER)",
};

interface Command {
  words: string[];
  /** Whether npx downloads the command first. If it fails, the user is told how to install it. */
  isDownload?: boolean;
}

function findCommand(): Command {
  const binary = packagedBinary(`@dynoxide/${process.platform}-${process.arch}${isMusl() ? "-musl" : ""}`);
  if (binary) return { words: [binary] };
  if (isOnPath("dynoxide")) return { words: ["dynoxide"] };
  if (isOnPath("npx")) return { words: ["npx", "--yes", `dynoxide@${DYNOXIDE_VERSION}`], isDownload: true };
  throw missingEmulator();
}

function packagedBinary(name: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return ["dynoxide", "dynoxide.exe"].map((file) => join(manifest, "..", file)).find(existsSync);
  } catch {
    // The package is optional, and does not exist for every platform.
    return undefined;
  }
}

function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  const { header }: { header?: { glibcVersionRuntime?: string } } = Object(process.report?.getReport());
  return header?.glibcVersionRuntime === undefined;
}

function missingEmulator(): StartFailure {
  return new StartFailure(`There is no DynamoDB emulator for ${process.platform}-${process.arch}. Install one and start again:

  brew install nubo-db/tap/dynoxide

or run one in a container and name its address:

  docker run --rm -d -p 8000:8000 ghcr.io/nubo-db/dynoxide:${DYNOXIDE_VERSION}
  AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 npm start`);
}

function isOnPath(name: string): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)) || existsSync(join(folder, `${name}.exe`)));
}

// Runs a command until this process ends in any way: its pipe then closes, and the shell ends the command.
const TIE_SCRIPT =
  'exec 3<&0; "$@" </dev/null & pid=$!; { cat <&3; kill "$pid"; } >/dev/null 2>&1 & exec 3<&-; wait "$pid"';

function spawnTied(command: string[]): ChildProcess {
  if (process.platform !== "win32") {
    // In its own process group, so that Ctrl-C does not end it before the stack's pending writes.
    return spawn("/bin/sh", ["-c", TIE_SCRIPT, "sh", ...command], {
      stdio: ["pipe", "ignore", "pipe"],
      detached: true,
    });
  }
  const child = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => child.kill());
  return child;
}

async function waitUntilListening(
  child: ChildProcess,
  endpoint: string,
  file: string | undefined,
  milliseconds: number,
): Promise<void> {
  let output = "";
  let failure: string | undefined;
  child.stderr?.on("data", (bytes: Buffer) => {
    output = (output + bytes).slice(-2000);
  });
  child.once("error", (error) => {
    failure = error.message;
  });
  child.once("exit", (code) => {
    failure ??= `it left with ${code}`;
  });
  const deadline = Date.now() + scaledTimeout(milliseconds);
  const silentUntil = Date.now() + MAX_SILENCE_MS;
  while (Date.now() < deadline) {
    if (failure) break;
    // Waits for the printed line first: an answer could come from another program on this port.
    if (LISTENING_LINE.test(output) || (Date.now() > silentUntil && (await isAnswering(endpoint)))) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.stdin?.end();
  const line = output.trim().split("\n").at(-1) || failure || "it does not answer";
  if (/in use/.test(line)) throw new PortTaken(`DynamoDB (dynoxide) cannot start: ${line}`);
  throw partFailure("DynamoDB (dynoxide)", line, file);
}

const LISTENING_LINE = /listening on http/i;
/** Milliseconds after which an answer counts too, because another version may print no such line. */
const MAX_SILENCE_MS = 2000;

async function isAnswering(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PROCESS_TIMEOUT);
    child.once("exit", () => {
      clearTimeout(late);
      resolve();
    });
    if (child.stdin) child.stdin.end();
    else child.kill();
  });
}
