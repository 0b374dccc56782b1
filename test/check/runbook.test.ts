import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";

const guide = readFileSync("infra/guide.md", "utf8");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));
const environments = /ENVIRONMENTS = \[([^\]]*)\]/.exec(readFileSync("infra/config.ts", "utf8"))?.[1] ?? "";

/** Options of AWS commands whose service has no installed client, as AWS documents them. */
const AWS_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  "cloudformation delete-stack": ["stack-name"],
  "cloudformation update-termination-protection": ["no-enable-termination-protection", "stack-name"],
  // The command line has its own form of a false flag.
  "dynamodb update-table": ["table-name", "no-deletion-protection-enabled"],
  "cloudformation describe-stacks": ["stack-name"],
  "cloudformation describe-stack-events": ["stack-name"],
  "service-quotas request-service-quota-increase": ["service-code", "quota-code", "desired-value"],
  "acm request-certificate": ["domain-name", "validation-method"],
  "acm describe-certificate": ["certificate-arn"],
  "logs describe-log-groups": ["log-group-name-prefix"],
  "logs delete-log-group": ["log-group-name"],
  "s3 sync": [],
  "sns subscribe": ["topic-arn", "protocol", "notification-endpoint"],
  "sesv2 create-email-identity": ["email-identity"],
  "sesv2 get-email-identity": ["email-identity"],
  "sesv2 put-account-details": [
    "production-access-enabled",
    "mail-type",
    "website-url",
    "use-case-description",
  ],
};
const CLIENT_NAMES: Readonly<Record<string, string>> = {
  dynamodb: "client-dynamodb",
  lambda: "client-lambda",
  s3api: "client-s3",
  secretsmanager: "client-secrets-manager",
  sqs: "client-sqs",
};
const GLOBAL_OPTIONS = ["query", "region", "output", "profile"];

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
  const admin = readFileSync("infra/commands/admin.ts", "utf8");
  for (const command of commands) {
    const [, , script = "", , word] = command.split(/\s+/);
    expect(Object.keys(scripts), command).toContain(script);
    if (script === "admin") expect(admin, command).toContain(`npm run admin -- ${word}`);
    if (script === "soak") expect(globSync(`test/soak/*${word}*.soak.ts`), command).not.toEqual([]);
    if (script === "bench") expect(globSync(`test/bench/*${word}*.bench.ts`), command).not.toEqual([]);
  }
  for (const command of commandsOf("npx"))
    expect(command, command).toMatch(/^npx cdk (bootstrap|deploy|destroy|diff|rollback|synth)\b/);
  for (const [command, name = ""] of guide.matchAll(/-c env=(\w+)/g))
    expect(environments, command).toContain(`"${name}"`);
});

test("every AWS command in the guide exists, with its options", () => {
  const commands = commandsOf("aws");
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const [, service = "", operation = ""] = command.split(/\s+/);
    const flags = [...command.matchAll(/\s--([a-z0-9-]+)/g)].map(([, flag = ""]) => flag);
    const known = AWS_OPTIONS[`${service} ${operation}`] ?? fieldsOf(service, operation);
    for (const flag of flags.filter((each) => !GLOBAL_OPTIONS.includes(each)))
      expect(known, command).toContain(flag);
  }
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

/** The input fields of an operation from the SDK's types, in the command line's form. */
function fieldsOf(service: string, operation: string): string[] {
  const name = operation.replaceAll(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  const folder = `node_modules/@aws-sdk/${CLIENT_NAMES[service]}/dist-types/models`;
  const text = globSync(`${folder}/*.d.ts`)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const [, body] = new RegExp(`interface ${name}(?:Input|Request) \\{([\\s\\S]*?)\\n\\}`).exec(text) ?? [];
  if (body === undefined) throw new Error(`There is no aws ${service} ${operation}.`);
  return [...body.matchAll(/^\s{4}(\w+)\??:/gm)].map(([, field = ""]) =>
    field.replaceAll(/(?!^)([A-Z])/g, "-$1").toLowerCase(),
  );
}

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
