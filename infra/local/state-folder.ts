import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { RECORDS_VERSION } from "#core/records-version.ts";
import { codeOf, DAMAGED_FILE, fullDiskFailure, messageOf, StartFailure } from "#infra/failure.ts";

/** The folder with a stack's state. Only one process at a time has its lock. */
interface StateFolder {
  readonly path: string;
  /** Writes the stack's URLs and variables to a file, for other processes of this user. Secrets are among them. */
  announce(addresses: object): void;
  release(): void;
}

/** The folder of the state, unless a command names another. */
export const STATE_DIR = process.env.LOCAL_DIR || ".local";
/** File with the addresses and variables of the running stack. */
export const ADDRESSES_FILE = "addresses.json";
/** Bytes of free space that a start needs. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
/** File with the shell variables of the newest demo. */
export const DEMO_FILE = "demo.json";
/** File with the id of the store that the example shop sells for. */
export const SHOP_FILE = "shop.json";
/** File with the version of the records' format. */
const VERSION_FILE = "records-version";

/** Locks a state folder for this process. `fresh`: deletes its state. */
export function openStateFolder(path: string, fresh: boolean): StateFolder {
  // Only this user may read files that this process and its emulators create.
  process.umask(0o077);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    accessSync(path, constants.W_OK);
    for (const file of readdirSync(path, { recursive: true, withFileTypes: true }))
      if (file.isFile()) chmodSync(join(file.parentPath, file.name), 0o600);
  } catch (error) {
    const what =
      codeOf(error) === "EEXIST" || codeOf(error) === "ENOTDIR" ? "is not a folder" : messageOf(error);
    throw new StartFailure(`The state cannot be kept in ${path}: ${what}`);
  }
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize < MIN_FREE_BYTES) throw fullDiskFailure(path);
  // Locks by SQLite, because the operating system ends such a lock with the process, even after a crash.
  const lock = lockFile(join(path, "lock"), path);
  if (fresh) for (const part of STATE_FILES) rmSync(join(path, part), { recursive: true, force: true });
  checkVersion(path);
  return {
    path,
    announce: (addresses) =>
      writeFileSync(join(path, ADDRESSES_FILE), `${JSON.stringify(addresses, null, 2)}\n`, { mode: 0o600 }),
    release: () => {
      try {
        unlinkSync(join(path, ADDRESSES_FILE));
      } catch {
        // The file may not exist yet.
      }
      lock.close();
    },
  };
}

/** All files of the state except the lock. */
const STATE_FILES = [
  ADDRESSES_FILE,
  "secrets.json",
  "dynamodb.db",
  "dynamodb.db-wal",
  "dynamodb.db-shm",
  "fauxqs.db",
  "fauxqs.db-wal",
  "fauxqs.db-shm",
  "mails.jsonl",
  "webhooks.json",
  SHOP_FILE,
  "social.json",
  DEMO_FILE,
  "streams",
  VERSION_FILE,
];

/** @throws StartFailure when the records have the format of another version */
function checkVersion(path: string): void {
  const note = join(path, VERSION_FILE);
  const written = existsSync(note) ? readFileSync(note, "utf8").trim() : "1";
  if (existsSync(join(path, "dynamodb.db")) && written !== String(RECORDS_VERSION))
    throw new StartFailure(
      `The records in ${path} were written by another version. Begin again with: npm start -- --fresh`,
    );
  writeFileSync(note, `${RECORDS_VERSION}\n`);
}

function lockFile(file: string, path: string, again = false): DatabaseSync {
  try {
    const lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    const text = messageOf(error);
    if (/locked|busy/.test(text)) {
      throw new StartFailure(
        `Another stack runs on ${path}: stop it first, or see its addresses in ${join(path, ADDRESSES_FILE)}`,
      );
    }
    // No process has a damaged lock file open, so it is deleted and created again.
    if (DAMAGED_FILE.test(text) && !again) {
      rmSync(file);
      return lockFile(file, path, true);
    }
    throw new StartFailure(`The state cannot be kept in ${path}: ${text}`);
  }
}
