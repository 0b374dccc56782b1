import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { ADMIN_HELP } from "#infra/commands/admin-usage.ts";

const guide = readFileSync("infra/guide.md", "utf8");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));
const environments = /ENVIRONMENTS = \[([^\]]*)\]/.exec(readFileSync("infra/config.ts", "utf8"))?.[1] ?? "";

const blocks = [...guide.matchAll(/```sh[^\n]*\n([\s\S]*?)```/g)].flatMap(([, text = ""]) =>
  text.split("\n"),
);
const inline = [...guide.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`]+)`/g)].map(
  ([, text = ""]) => text,
);
const codeTexts = [...blocks, ...inline].map((text) => text.trim());
const commandsOf = (word: string) => codeTexts.filter((text) => text.startsWith(`${word} `));

test("every script, environment and argument that the guide names exists", () => {
  const commands = commandsOf("npm run");
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const [, , script = "", , word] = command.split(/\s+/);
    expect(Object.keys(scripts), command).toContain(script);
    if (script === "admin") expect(Object.keys(ADMIN_HELP), command).toContain(word);
    if (script === "soak") expect(globSync(`test/soak/*${word}*.soak.ts`), command).not.toEqual([]);
    if (script === "bench") expect(globSync(`test/bench/*${word}*.bench.ts`), command).not.toEqual([]);
  }
  for (const command of commandsOf("npx"))
    expect(command, command).toMatch(/^npx cdk (bootstrap|deploy|destroy|diff|rollback|synth)\b/);
  for (const [command, name = ""] of guide.matchAll(/-c env=(\w+)/g))
    expect(environments, command).toContain(`"${name}"`);
});

test("every file and physical name in the guide exists", () => {
  const files = codeTexts.filter((text) => /^(infra|test|lib|functions|events)\/[\w./-]+$/.test(text));
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const sources = globSync("infra/*.ts")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  for (const id of ["backend", "table", "signing", "data", "credentials"])
    expect(sources).toContain(`physicalName(config, "${id}")`);
});

test("the guide covers each task of an operator", () => {
  const tasks = [
    "First deployment",
    "Retry",
    "First platform owner",
    "Upgrade and rollback",
    "Backup and restore drill",
  ];
  const more = [
    "Secrets",
    "Replay",
    "Move a store",
    "Leaving the sandboxes",
    "Concurrency",
    "Teardown",
    "Deploy again after a teardown",
    "What happened",
  ];
  for (const task of [...tasks, ...more]) expect(guide).toContain(`**${task}.**`);
});

test("the guide has exactly one row for each alarm that code logs", () => {
  const written = globSync(["lib/**/*.ts", "functions/**/*.ts"], { exclude: ["lib/console/**"] }).flatMap(
    (file) =>
      [...readFileSync(file, "utf8").matchAll(/\balarm: [^\n,]*"([a-z-]+)"/g)].map(([, name]) => name),
  );
  const [, table = ""] = guide.split("| `alarm` of a line |");
  const rows = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.toSorted()).toEqual([...new Set(written)].toSorted());
});
