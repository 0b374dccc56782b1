import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";

/** Packages with compiled code, copied next to the bundle for the functions' processor. */
export const NATIVE = ["sharp"];

const LockFile = z.object({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })),
});
const LOCK_PATH = resolve(import.meta.dirname, "..", "package-lock.json");

export function isNative(name: string): boolean {
  return NATIVE.includes(name);
}

/** @throws Error naming the domains whose asset lacks a package for the functions' processor */
export function refuseIncomplete(assets: readonly { domain: string; incomplete?: true }[]): void {
  const incomplete = assets.filter((asset) => asset.incomplete).map(({ domain }) => domain);
  if (incomplete.length === 0) return;
  throw new Error(
    `The functions of ${incomplete.join(", ")} lack a package for linux-arm64. To look at templates only: -c withoutNative=true`,
  );
}

const LockedPackage = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) });

/**
 * Copies packages, at the versions of the lock file, into an asset as linux-arm64 builds. Downloads are kept
 * in `cache`. Returns false after a warning when they cannot be had; do not deploy such an asset.
 */
export function installNative(names: string[], folder: string, cache: string): boolean {
  if (names.length === 0) return true;
  const all = [...new Set(names.flatMap((name) => [name, ...dependenciesOf(name)]))];
  const specifiers = all.map((name) => `${name}@${lockedVersion(name)}`);
  const cacheFolder = join(cache, specifiers.join("+").replaceAll("/", "-"));
  if (!existsSync(cacheFolder) && !fetchPackages(specifiers, cacheFolder)) return false;
  cpSync(join(cacheFolder, "node_modules"), join(folder, "node_modules"), { recursive: true });
  return true;
}

function fetchPackages(specifiers: string[], cacheFolder: string): boolean {
  const partial = `${cacheFolder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, "package.json"), "{}");
  const target = ["--os=linux", "--cpu=arm64", "--libc=glibc"];
  const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--loglevel=error"];
  try {
    execFileSync("npm", ["install", "--prefer-offline", ...target, ...quiet, ...specifiers], {
      cwd: partial,
      stdio: "pipe",
    });
    rmSync(join(partial, "node_modules", ".package-lock.json"), { force: true });
    renameSync(partial, cacheFolder);
    return true;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    console.warn(
      `Without ${specifiers.join(", ")} for linux-arm64 (${reason}): run this again with a network before deploying.`,
    );
    return false;
  }
}

// Dependencies get the lock file's version too.
function dependenciesOf(name: string): string[] {
  const { packages } = LockFile.parse(JSON.parse(readFileSync(LOCK_PATH, "utf8")));
  return Object.keys(LockedPackage.parse(packages[`node_modules/${name}`]).dependencies);
}

function lockedVersion(name: string): string {
  const { packages } = LockFile.parse(JSON.parse(readFileSync(LOCK_PATH, "utf8")));
  const version = packages[`node_modules/${name}`]?.version;
  if (!version) throw new Error(`${name} is not in package-lock.json.`);
  return version;
}
