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
  /** Ends when the process does without having been stopped. */
  gone: Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds to wait for a process to listen, and to leave. */
const PATIENCE = 10_000;
/** Milliseconds for one that is downloaded first. */
const DOWNLOAD_PATIENCE = 25_000;
/** The version of the packages in `optionalDependencies`. */
const VERSION = "1.2.1";
/** Ports that are tried: each could be taken by another program between being found free and being listened on. */
const TRIES = 5;

/**
 * Starts dynoxide, which speaks DynamoDB and DynamoDB Streams.
 *
 * It answers any page of any site, and cannot be told not to: so it has an address that no page can guess.
 *
 * @param file SQLite file that keeps the tables; they end with the process without it
 */
export async function startDynamo(file?: string): Promise<Emulator> {
  for (let tries = 1; ; tries++) {
    try {
      const host = await unguessableHost();
      return await startOn(host, await freePort(0, host), file);
    } catch (error) {
      if (!(error instanceof PortTaken) || tries === TRIES) throw error;
    }
  }
}

class PortTaken extends StartFailure {}

async function startOn(host: string, chosen: number, file: string | undefined): Promise<Emulator> {
  const command = findCommand();
  const passing = file ? undefined : mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "storefront-"));
  const path = file ?? join(passing ?? "", "dynamodb.db");
  const address = ["--host", host, "--port", String(chosen)];
  const child = spawnTied([...command.words, "serve", ...address, "--db-path", path]);
  const endpoint = `http://${host}:${chosen}`;
  let stopping = false;
  const gone = new Promise<void>((resolve) => child.once("exit", () => stopping || resolve()));
  const stop = () => {
    stopping = true;
    return leave(child).then(forget);
  };
  const forget = () => {
    if (passing) rmSync(passing, { recursive: true, force: true });
  };
  try {
    await listening(child, endpoint, file, command.fetched ? DOWNLOAD_PATIENCE : PATIENCE);
    indexStream(path);
  } catch (error) {
    child.stdin?.end();
    forget();
    throw command.fetched && !(error instanceof PortTaken) ? missing() : error;
  }
  // What is open stays, without a name: nothing is left behind however this ends.
  if (process.platform !== "win32") forget();
  return { endpoint, gone, stop };
}

/** A folder in memory, where the system has one. */
const MEMORY = "/dev/shm";

/**
 * dynoxide looks for the highest number of all stream records before it writes the next, and for those after a
 * number whenever the stream is read: without an index every write costs more than the one before.
 */
function indexStream(file: string): void {
  const database = new DatabaseSync(file, { timeout: PATIENCE });
  try {
    for (const [name, columns] of Object.entries(STREAM_INDEXES)) {
      database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON _stream_records (${columns})`);
    }
  } catch (error) {
    // Another version may keep its stream otherwise.
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
  /** Set when the command has to be downloaded first: its failure is the network's. */
  fetched?: boolean;
}

function findCommand(): Command {
  const binary = packaged(`@dynoxide/${process.platform}-${process.arch}${isMusl() ? "-musl" : ""}`);
  if (binary) return { words: [binary] };
  if (onPath("dynoxide")) return { words: ["dynoxide"] };
  if (onPath("npx")) return { words: ["npx", "--yes", `dynoxide@${VERSION}`], fetched: true };
  throw missing();
}

function packaged(name: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return ["dynoxide", "dynoxide.exe"].map((file) => join(manifest, "..", file)).find(existsSync);
  } catch {
    // Not every platform has the package: an optional dependency.
    return undefined;
  }
}

function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  const { header }: { header?: { glibcVersionRuntime?: string } } = Object(process.report?.getReport());
  return header?.glibcVersionRuntime === undefined;
}

/** The one message when there is no table emulator: what is missing, and two ways to get it. */
function missing(): StartFailure {
  return new StartFailure(`There is no DynamoDB emulator for ${process.platform}-${process.arch}. Install one and start again:

  brew install nubo-db/tap/dynoxide

or run one in a container and name its address:

  docker run --rm -d -p 8000:8000 ghcr.io/nubo-db/dynoxide:${VERSION}
  AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 npm start`);
}

function onPath(name: string): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)) || existsSync(join(folder, `${name}.exe`)));
}

// The pipe to the shell ends with this process, however it ends; then the shell ends the emulator.
const TIED =
  'exec 3<&0; "$@" </dev/null & pid=$!; { cat <&3; kill "$pid"; } >/dev/null 2>&1 & exec 3<&-; wait "$pid"';

function spawnTied(command: string[]): ChildProcess {
  if (process.platform !== "win32") {
    // Its own group: Ctrl-C must reach it through us, after what is under way has been written.
    return spawn("/bin/sh", ["-c", TIED, "sh", ...command], {
      stdio: ["pipe", "ignore", "pipe"],
      detached: true,
    });
  }
  const child = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => child.kill());
  return child;
}

async function listening(
  child: ChildProcess,
  endpoint: string,
  file: string | undefined,
  milliseconds: number,
): Promise<void> {
  let said = "";
  let ended: string | undefined;
  child.stderr?.on("data", (bytes: Buffer) => {
    said = (said + bytes).slice(-2000);
  });
  child.once("error", (error) => {
    ended = error.message;
  });
  child.once("exit", (code) => {
    ended ??= `it left with ${code}`;
  });
  const deadline = Date.now() + scaledTimeout(milliseconds);
  const silent = Date.now() + SILENT;
  while (Date.now() < deadline) {
    if (ended) break;
    // An answer alone is no sign: it may be that of another program which has the port.
    if (LISTENS.test(said) || (Date.now() > silent && (await answers(endpoint)))) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.stdin?.end();
  const line = said.trim().split("\n").at(-1) || ended || "it does not answer";
  if (/in use/.test(line)) throw new PortTaken(`DynamoDB (dynoxide) cannot start: ${line}`);
  throw partFailure("DynamoDB (dynoxide)", line, file);
}

/** What it says when it has its port. */
const LISTENS = /listening on http/i;
/** Milliseconds after which one that says nothing, as another version may, is asked. */
const SILENT = 2000;

async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}

function leave(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE);
    child.once("exit", () => {
      clearTimeout(late);
      resolve();
    });
    if (child.stdin) child.stdin.end();
    else child.kill();
  });
}
