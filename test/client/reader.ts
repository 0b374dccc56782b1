import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { packClient } from "#infra/commands/pack-client.ts";
import { ROOT } from "#test/doors/blocks.ts";

const run = promisify(execFile);
const PACKAGE_NAME = "@storefront-backend/client";

/** A project outside the repository, in which the packed client and its dependencies are installed. */
export interface Project {
  /** Folder of the installed client. */
  client: string;
  /** Type errors of a module; empty if there are none. */
  typeErrors(code: string): Promise<string>;
  /** The output of a module that Node runs. */
  outputOf(code: string): Promise<string>;
  end(): void;
}

export async function openProject(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "reader-"));
  const client = join(folder, "node_modules", PACKAGE_NAME);
  mkdirSync(client, { recursive: true });
  mkdirSync(join(folder, "src"));
  const packed = await packClient(folder);
  await run("tar", ["xzf", join(folder, packed), "--strip-components=1", "-C", client]);
  for (const name of withDependencies(["openapi-fetch", "standardwebhooks"])) {
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), place);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  return {
    client,
    async typeErrors(code) {
      writeFileSync(join(folder, "src/own.ts"), code);
      const output = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]).catch(
        ({ stdout }: { stdout: string }) => ({ stdout }),
      );
      return output.stdout;
    },
    async outputOf(code) {
      writeFileSync(join(folder, "own.js"), code);
      return (await run(process.execPath, [join(folder, "own.js")])).stdout;
    },
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Packages with all their dependencies. */
function withDependencies(names: readonly string[]): string[] {
  const all = new Set(names);
  for (const name of all) {
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"),
    );
    for (const each of Object.keys(dependencies)) all.add(each);
  }
  return [...all];
}

const TSCONFIG = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  },
  include: ["src/*.ts"],
};
