import { globSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./sources.ts";

interface LockedPackage {
  version: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optional?: boolean;
  dev?: boolean;
  /** Its URL; for a link, the folder in this project. */
  resolved?: string;
  link?: boolean;
}
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const { packages }: { packages: Record<string, LockedPackage> } = read("package-lock.json");
const manifest: { optionalDependencies: Record<string, string> } = read("package.json");

/** Users' machines, and the compiled packages that `npm ci` must install on each. */
const MACHINES = {
  "darwin-arm64": { os: "darwin", cpu: "arm64", libc: undefined },
  "darwin-x64": { os: "darwin", cpu: "x64", libc: undefined },
  "linux-x64": { os: "linux", cpu: "x64", libc: "glibc" },
  "linux-arm64": { os: "linux", cpu: "arm64", libc: "glibc" },
  "linux-x64-musl": { os: "linux", cpu: "x64", libc: "musl" },
  "win32-x64": { os: "win32", cpu: "x64", libc: undefined },
} as const;

/** The packages of a family that npm installs on a machine. */
function installedPackages(
  family: RegExp,
  { os, cpu, libc }: (typeof MACHINES)[keyof typeof MACHINES],
): string[] {
  const suits = (wanted: string[] | undefined, is: string | undefined) =>
    !wanted || (is !== undefined && wanted.includes(is));
  return Object.entries(packages)
    .filter(([path, each]) => family.test(path) && suits(each.os, os) && suits(each.cpu, cpu))
    .filter(([, each]) => suits(each.libc, libc))
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
}

describe.each(Object.entries(MACHINES))("npm ci on %s", (name, machine) => {
  test("installs its table emulator", () => {
    expect(installedPackages(/node_modules\/@dynoxide\//, machine)).toContain(`@dynoxide/${name}`);
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
    expect(installedPackages(family, machine).length).toBeGreaterThan(0);
  });
});

test("packages for one platform are optional, and none names a registry", () => {
  const wrong = Object.entries(packages).filter(
    ([, { os, cpu, optional, resolved, link }]) => ((os || cpu) && !optional) || (resolved && !link),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

test("the first install is less than 500 MB", () => {
  const first = Object.entries(packages).filter(([path, { dev, link }]) => path && !dev && !link);
  const bytes = first.flatMap(([path]) =>
    globSync(`${path}/**`, { cwd: ROOT, exclude: [`${path}/node_modules/**`] }).map((file) => {
      const found = lstatSync(join(ROOT, file));
      return found.isFile() ? found.size : 0;
    }),
  );
  const megabytes = bytes.reduce((sum, each) => sum + each, 0) / 1e6;
  console.info(`${Math.round(megabytes)} MB`);
  expect(megabytes).toBeLessThan(500);
});
