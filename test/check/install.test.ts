import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./sources.ts";

interface Locked {
  version: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optional?: boolean;
  /** Where it comes from; of a link, the folder in this project. */
  resolved?: string;
  link?: boolean;
}
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const { packages }: { packages: Record<string, Locked> } = read("package-lock.json");
const manifest: { optionalDependencies: Record<string, string> } = read("package.json");

/** Machines that a user may have, and what of each must come with `npm ci`: the packages that are compiled for one. */
const MACHINES = {
  "darwin-arm64": { os: "darwin", cpu: "arm64", libc: undefined },
  "darwin-x64": { os: "darwin", cpu: "x64", libc: undefined },
  "linux-x64": { os: "linux", cpu: "x64", libc: "glibc" },
  "linux-arm64": { os: "linux", cpu: "arm64", libc: "glibc" },
  "linux-x64-musl": { os: "linux", cpu: "x64", libc: "musl" },
  "win32-x64": { os: "win32", cpu: "x64", libc: undefined },
} as const;

/** Packages that npm installs on a machine, of a family that has one for each. */
function installed(family: RegExp, { os, cpu, libc }: (typeof MACHINES)[keyof typeof MACHINES]): string[] {
  const suits = (wanted: string[] | undefined, is: string | undefined) =>
    !wanted || (is !== undefined && wanted.includes(is));
  return Object.entries(packages)
    .filter(([path, each]) => family.test(path) && suits(each.os, os) && suits(each.cpu, cpu))
    .filter(([, each]) => suits(each.libc, libc))
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
}

describe.each(Object.entries(MACHINES))("npm ci on %s", (name, machine) => {
  test("brings the table emulator for it", () => {
    expect(installed(/node_modules\/@dynoxide\//, machine)).toContain(`@dynoxide/${name}`);
    expect(manifest.optionalDependencies[`@dynoxide/${name}`]).toBe(
      packages[`node_modules/@dynoxide/${name}`]?.version,
    );
  });

  test.each([
    ["pictures", /node_modules\/@img\/sharp-(?!libvips)[a-z0-9-]+$/],
    ["bundles", /node_modules\/@esbuild\//],
    ["their schemas", /node_modules\/@rolldown\/binding-/],
    ["types", /node_modules\/@typescript\//],
    ["the linter", /node_modules\/@biomejs\/cli-/],
  ])("brings what %s are made with for it", (_what, family) => {
    expect(installed(family, machine).length).toBeGreaterThan(0);
  });
});

test("what is for one machine is optional, and no package names a registry", () => {
  const wrong = Object.entries(packages).filter(
    ([, { os, cpu, optional, resolved, link }]) => ((os || cpu) && !optional) || (resolved && !link),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
