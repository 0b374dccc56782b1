import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { errorsOf } from "#core/http/openapi.ts";
import { operations, workers } from "#functions/manifest.ts";
import { document } from "#functions/openapi-document.ts";
import { sources } from "#test/check/sources.ts";
import { blocksOf, GUIDES, ROOT } from "#test/doors/blocks.ts";

const GUIDE_FILES = ["README.md", ...GUIDES];
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const blocks = GUIDE_FILES.flatMap(blocksOf);

describe("guides", () => {
  test("the README has at most 150 lines", () => {
    expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  });

  test("every domain with operations has a guide, and the reference shows every guide", () => {
    const tags: { name: string; description: string }[] = JSON.parse(JSON.stringify(document.tags));
    expect(tags.filter(({ description }) => !description.startsWith("# "))).toEqual([]);
    const descriptions = tags.map(({ description }) => description).join("\n");
    const titles = globSync(["lib/*/*/guide.md", "functions/*/*/guide.md"], { cwd: ROOT }).map(
      (file) => /^# (.+)$/m.exec(read(file))?.[1] ?? file,
    );
    expect(titles.filter((title) => !descriptions.includes(`# ${title}`))).toEqual([]);
  });

  test("no guide, message or summary has a rule without a subject", () => {
    const prose = GUIDE_FILES.map((file) => [file, read(file).replace(/^```[\s\S]*?^```$/gm, "")] as const);
    const sourceTexts = sources
      .filter(({ path }) => /^(lib|functions)\//.test(path))
      .map(
        ({ path, text }) =>
          [path, (text.match(/(["`])(?:(?!\1).)*\s(?:(?!\1).)*\1/g) ?? []).join("\n")] as const,
      );
    const wrong = [...prose, ...sourceTexts].flatMap(([file, text]) =>
      [...text.matchAll(/.{0,30}\b(whoever|whomever|whatever|nobody)\b.{0,30}/gi)].map(
        ([words]) => `${file}: ${words}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("the README's Read on lists each page about the whole system", () => {
    const [, readOn = ""] = read("README.md").split("\n## Read on\n");
    const pages = globSync(["lib/*.md", "lib/core/*.md", "lib/*/guide.md", "infra/*.md"], { cwd: ROOT });
    expect(pages.length).toBeGreaterThan(6);
    expect(pages.filter((page) => !readOn.includes(`](${page})`))).toEqual([]);
  });

  test("a guide ends with its decisions, then its limits, and has one line for a paragraph", () => {
    const wrong = globSync(["{lib,functions}/**/guide.md", "infra/guide.md"], {
      cwd: ROOT,
      exclude: ["**/node_modules/**"],
    }).flatMap((file) => {
      const text = read(file).replace(/^```[\s\S]*?^```$/gm, "");
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
      const last = headings.filter((heading) => ["Decisions", "Limits"].includes(heading));
      const inOrder = headings.join().endsWith(last.toSorted().join());
      const broken = /^[^\n|#]+\n(?![-|#\d\n])[^\n]+/m.exec(text)?.[0];
      return [...(inOrder ? [] : [`${file}: ${headings}`]), ...(broken ? [`${file}: ${broken}`] : [])];
    });
    expect(wrong).toEqual([]);
  });

  test("the page about verbs has 50 lines, and names code and files that are there", () => {
    const verbs = read("lib/core/verbs.md");
    const code = sources.filter(({ path }) => !path.endsWith("guides.test.ts")).map(({ text }) => text);
    const quoted = [...verbs.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
    const names = new Set(quoted.flatMap((text) => text.match(/\b[A-Za-z]+(_[A-Z_]+|[A-Z]\w*)\b/g) ?? []));
    const unknown = [...names].filter((name) => !code.some((text) => text.includes(name)));
    const files = quoted.filter((text) => /^[a-z-]+\.ts$/.test(text));
    const absent = files.filter((file) => !sources.some(({ path }) => path.endsWith(`/${file}`)));
    expect([...unknown, ...absent]).toEqual([]);
    expect(names.size).toBeGreaterThan(10);
    expect(verbs.trimEnd().split("\n").length).toBeLessThanOrEqual(50);
  });

  test("every link to a file leads to an existing file", () => {
    const dead = GUIDE_FILES.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, to = ""]) => to)
        .filter((to) => !existsSync(join(ROOT, to)) && !existsSync(join(ROOT, dirname(file), to)))
        .map((to) => `${file}: ${to}`),
    );
    expect(dead).toEqual([]);
  });
});

/** Syntax that macOS's bash 3.2 lacks, or that dash or zsh read differently. */
const UNPORTABLE_SYNTAX = {
  "bash 4":
    /\b(declare|local|typeset) -[aA]|\b(mapfile|readarray|coproc)\b|\$\{\w+(,,?|\^\^?)|\$\{\w+@|&>>|\|&|;;?&|\bglobstar\b|\$EPOCH|\[\[ -v|printf ['"]?%\(|\{0\d+\.\./,
  "dash and zsh": /\[\[|<<<|<\(|\$'|^\s*source |\bfunction \w+|\w=\(|(?<!&)&>/m,
};

describe("blocks for a shell", () => {
  const own = blocks.filter(({ kind }) => kind !== "sh aws");
  test.each(Object.entries(UNPORTABLE_SYNTAX))("work in %s", (_shell, pattern) => {
    const wrong = own.filter(({ text }) => pattern.test(text));
    expect(wrong.map(({ file, line, text }) => `${file}:${line} ${pattern.exec(text)}`)).toEqual([]);
  });

  test("that would fail on macOS are found", () => {
    const bad = [
      "declare -A map",
      "mapfile -t x < f",
      "echo $" + "{name^^}",
      "cmd &>> log",
      "printf '%(%F)T'",
    ];
    expect(bad.filter((text) => !UNPORTABLE_SYNTAX["bash 4"].test(text))).toEqual([]);
    const worse = ["[[ a == b ]]", "cat <<< x", "diff <(a) <(b)", "list=(a b)"];
    expect(worse.filter((text) => !UNPORTABLE_SYNTAX["dash and zsh"].test(text))).toEqual([]);
  });
});

/** Options of commands that cannot be checked against an installed client. */
const COMMAND_OPTIONS: Record<string, string[]> = {
  "cdk bootstrap": ["c"],
  "cdk deploy": ["c", "import-existing-resources"],
  "cdk diff": ["c"],
  "cdk destroy": ["c"],
  "cdk rollback": ["c"],
  "sam local": ["t", "e"],
  "aws cloudformation delete-stack": ["stack-name"],
  "aws cloudformation update-termination-protection": ["no-enable-termination-protection", "stack-name"],
  "aws cloudformation describe-stacks": ["stack-name"],
  "aws cloudformation describe-stack-events": ["stack-name"],
  "aws service-quotas request-service-quota-increase": ["service-code", "quota-code", "desired-value"],
  "aws acm request-certificate": ["domain-name", "validation-method"],
  "aws acm describe-certificate": ["certificate-arn"],
  "aws logs describe-log-groups": ["log-group-name-prefix"],
  "aws logs delete-log-group": ["log-group-name"],
  "aws s3 sync": [],
  // The AWS command line calls the endpoint differently.
  "aws sns subscribe": ["topic-arn", "protocol", "notification-endpoint"],
  "aws sesv2 create-email-identity": ["email-identity"],
  "aws dynamodb update-table": ["table-name", "no-deletion-protection-enabled"],
  "aws sesv2 get-email-identity": ["email-identity"],
  "aws sesv2 put-account-details": [
    "production-access-enabled",
    "mail-type",
    "website-url",
    "use-case-description",
  ],
};
const CLIENT_NAMES: Record<string, string> = { s3api: "s3", secretsmanager: "secrets-manager" };
const GLOBAL_OPTIONS = new Set(["query", "cli-binary-format", "output", "region", "profile"]);

describe("commands that need AWS", () => {
  const commands = GUIDE_FILES.flatMap((file) => {
    const inText = [...read(file).matchAll(/`((?:aws|npx cdk|sam) [^`]+)`/g)].map(([, text = ""]) => text);
    const inBlocks = blocksOf(file)
      .filter(({ kind }) => kind === "sh aws")
      .flatMap(({ text }) => text.replaceAll("\\\n", " ").trim().split("\n"));
    return [...inText, ...inBlocks].map((text) => ({ file, text: text.replace(/^npx /, "") }));
  });

  test("exist, with their options", () => {
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.map(({ file, text }) => complaintOf(file, text)).filter(Boolean)).toEqual([]);
  });

  test("that do not exist, or have unknown options, are found", () => {
    for (const text of [
      "aws dynamodb restore-tables --x y",
      "aws sqs purge-queue --queue-name x",
      "cdk deploys",
      "kubectl get pods",
    ]) {
      expect(complaintOf("here", text), text).toBeDefined();
    }
  });

  test("name functions, fixtures and scripts that exist", () => {
    const scripts = Object.keys(JSON.parse(read("package.json")).scripts);
    const ids = new Set(
      [...operations, ...workers].map(({ id }) => id.charAt(0).toUpperCase() + id.slice(1)),
    );
    for (const { text } of commands) {
      for (const [, script = ""] of text.matchAll(/npm run ([a-z:]+)/g)) expect(scripts).toContain(script);
      for (const [, id = ""] of text.matchAll(/local invoke (\w+)/g)) expect(ids).toContain(id);
      for (const [path] of text.matchAll(/events\/[\w-]+\.json/g))
        expect(existsSync(join(ROOT, path))).toBe(true);
    }
  });
});

function complaintOf(file: string, text: string): string | undefined {
  const [program = "", service = "", command = ""] = text.split(" ");
  if (text.startsWith("npm ")) return undefined;
  const bare = text.replace(/<[^>]*>|\$\([^)]*\)/g, "x");
  const options = [...bare.matchAll(/\s--?([a-z][\w-]*)/g)].map(([, name = ""]) => name);
  const known =
    COMMAND_OPTIONS[`${program} ${service} ${command}`] ?? COMMAND_OPTIONS[`${program} ${service}`];
  const has = known
    ? (option: string) => known.includes(option)
    : program === "aws"
      ? clientHas(service, command)
      : undefined;
  if (!has) return `${file}: ${text}: there is no such command`;
  const wrong = options.filter((option) => !GLOBAL_OPTIONS.has(option) && !has(option));
  return wrong.length > 0 ? `${file}: ${text}: no option ${wrong.join(", ")}` : undefined;
}

/** Finds the options of a command in the SDK's client, which is generated from the command line's model. */
function clientHas(service: string, command: string): ((option: string) => boolean) | undefined {
  const name = `@aws-sdk/client-${CLIENT_NAMES[service] ?? service}`;
  const pascal = (text: string) => text.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  try {
    const types = join(createRequire(import.meta.url).resolve(name), "../../dist-types");
    const own = readFileSync(join(types, `commands/${pascal(command)}Command.d.ts`), "utf8");
    const members = new Set(
      [...own.matchAll(/ \*\s+(\w+): /g)].map(([, member = ""]) => member.toLowerCase()),
    );
    return (option) => members.has(pascal(option).toLowerCase());
  } catch {
    return undefined;
  }
}

/** Vague subjects, which a rule must not begin with. */
const VAGUE_SUBJECTS = /\b(nobody|no one|whoever)\b|(?:^|[.:;|*-] )(?:Who|Whatever)\b[^?\n]*(?:\n|$)/;

describe("plain English: a rule names its subject", () => {
  const prose = (text: string) => text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "x");
  test.each(GUIDE_FILES)("%s", (file) => {
    const wrong = prose(read(file))
      .split(/\n\n|\n(?=- |\d+\. |\|)/)
      .map((part) => VAGUE_SUBJECTS.exec(part.replaceAll("\n", " "))?.[0])
      .filter(Boolean);
    expect(wrong).toEqual([]);
  });

  test("summaries, descriptions and messages of operations", () => {
    const texts = operations.flatMap((operation) => [
      operation.summary,
      operation.description ?? "",
      ...errorsOf(operation).map(({ template }) => template),
    ]);
    expect([...new Set(texts)].filter((text) => VAGUE_SUBJECTS.test(text))).toEqual([]);
  });
});
