// Alone: it starts its own stack from a copy of the project that it changes.
import type { ChildProcess } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { pauseWorkers } from "#infra/local/seed/pause-workers.ts";
import { ROOT } from "#test/doors/blocks.ts";
import { outputWith, startLocalStack, stopLocalStack } from "#test/support/laptop.ts";
import { eventually } from "#test/support/world.ts";

const root = mkdtempSync(join(tmpdir(), "reload-"));
const FORMS_FOLDER = "functions/content/forms";
let laptop: ChildProcess;
let api = "";

beforeAll(async () => {
  for (const name of ["functions", "infra", "lib", "package.json"])
    cpSync(join(ROOT, name), join(root, name), {
      recursive: true,
      filter: (path) => !path.endsWith("node_modules"),
    });
  linkFirstInstall();
  laptop = startLocalStack({ dir: join(root, ".local"), root });
  api = /API\s+(http:\S+)/.exec(await outputWith(laptop, "Ctrl-C"))?.[1] ?? "";
  // The stack builds the reference by itself soon after its start.
  await fetchJson("/v1/reference");
});
afterAll(async () => {
  await stopLocalStack(laptop);
  rmSync(root, { recursive: true, force: true });
});

/** Links the packages that `npm ci --omit=dev` installs. */
function linkFirstInstall(): void {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const installed: [string, { dev?: boolean; link?: boolean }][] = Object.entries(lock.packages);
  for (const [path, { dev }] of installed) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(root, path));
  }
}

const restoreSteps: (() => void)[] = [];
afterEach(() => {
  for (const mend of restoreSteps.splice(0)) mend();
});

/** Changes a file of the copy for the length of a test. */
function changeFile(file: string, from: string | RegExp, to: string): void {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(from);
  restoreSteps.push(() => writeFileSync(path, text));
  writeFileSync(path, text.replace(from, to));
}

async function fetchJson(path: string, init: RequestInit = {}) {
  const reply = await fetch(new URL(path, api), init);
  const text = await reply.text();
  return { status: reply.status, text };
}

/** CPU seconds of the stack; 0 where the system has no /proc. */
function cpuSeconds(): number {
  const file = `/proc/${laptop.pid}/stat`;
  if (!existsSync(file)) return 0;
  const [, rest = ""] = readFileSync(file, "utf8").split(") ");
  const fields = rest.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

describe("a running stack", () => {
  test.each([
    [
      "handler",
      `${FORMS_FOLDER}/list-forms.ts`,
      /^(import )/,
      'console.log("the handler is new");\n$1',
      "the handler is new",
    ],
    [
      "verb",
      "lib/content/forms/service.ts",
      /^(import )/,
      'console.log("the verb is new");\n$1',
      "the verb is new",
    ],
  ])("serves a changed %s at the next request", async (_, file, from, to, word) => {
    await fetchJson("/v1/stores/store_1/forms");
    const told = outputWith(laptop, word);
    const before = cpuSeconds();
    changeFile(file, from, to);
    expect((await fetchJson("/v1/stores/store_1/forms")).status).toBe(404);
    expect(await told).toContain(word);
    expect(cpuSeconds() - before).toBeLessThan(1);
  });

  test("serves a changed module at the next request, also one that every function loads", async () => {
    const headers = { authorization: "Bearer unknown" };
    await fetchJson("/v1/accounts/me", { headers });
    const before = cpuSeconds();
    changeFile("lib/core/http/unauthenticated.ts", "The credential is unknown", "This credential is unknown");
    expect((await fetchJson("/v1/accounts/me", { headers })).text).toContain("This credential is unknown");
    console.info(`reload: ${(cpuSeconds() - before).toFixed(2)} s of CPU for what every function has`);
    for (const mend of restoreSteps.splice(0)) mend();
    expect((await fetchJson("/v1/accounts/me", { headers })).text).not.toContain("This credential");
  });

  test("serves a changed guide at the next request of the reference", async () => {
    const page = "/v1/reference/concepts";
    expect((await fetchJson(page)).text).not.toContain("Ideas of this API");
    changeFile("lib/core/concepts.md", "# Concepts", "# Concepts\n\nIdeas of this API.");
    expect((await fetchJson(page)).text).toContain("Ideas of this API");
  });

  test("serves changed files of the widget and of the example shop at the next request", async () => {
    const shop =
      (await fetch(new URL("/_local/shop", api), { redirect: "manual" })).headers.get("location") ?? "";
    for (const [url, file, from, to] of [
      ["/widgets/support.js", "lib/engagement/support/widget/support.js", '"Chat with us"', '"Talk to us"'],
      [`${shop}/app.ts`, "infra/local/shop/words.ts", '"See the shop"', '"Talk to us"'],
      [`${shop}/shop.css`, "infra/local/shop/shop.css", /^/, "/* Talk to us */"],
    ] as const) {
      expect((await fetchJson(url)).text).not.toContain("Talk to us");
      const before = cpuSeconds();
      changeFile(file, from, to);
      expect((await fetchJson(url)).text).toContain("Talk to us");
      expect(cpuSeconds() - before).toBeLessThan(1);
    }
    changeFile("infra/local/shop/words.ts", /^/, "}}}");
    expect((await fetchJson(`${shop}/app.ts`)).text).toContain("words.ts:1");
  });

  test("answers 500 for a file of the example shop that is away for a moment, and goes on", async () => {
    const shop =
      (await fetch(new URL("/_local/shop", api), { redirect: "manual" })).headers.get("location") ?? "";
    const file = join(root, "infra/local/shop/shop.css");
    renameSync(file, `${file}.away`);
    const { status, text } = await fetchJson(`${shop}/shop.css`);
    renameSync(`${file}.away`, file);
    expect({ status, text }).toEqual({ status: 500, text: expect.stringContaining("ENOENT") });
    expect((await fetchJson(`${shop}/shop.css`)).status).toBe(200);
  });

  test.each(["/_url/transform-image/cup.png", "/media/store_1/media_1/cup.png?w=320"])(
    "answers %s by a changed worker at the next request",
    async (path) => {
      expect((await fetchJson(path)).text).not.toBe("The worker is new.");
      changeFile(
        "functions/content/media/transform-image.worker.ts",
        /(?<=export const handler = ).*/s,
        'async () => ({ statusCode: 200, body: "The worker is new." });',
      );
      expect((await fetchJson(path)).text).toBe("The worker is new.");
    },
  );

  /** A file that the worker writes when it is loaded after its change. */
  function changeWorker(file: string): string {
    const mark = join(root, `${file.replaceAll("/", "-")}.mark`);
    changeFile(
      file,
      /^/,
      `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(mark)}, "");\n`,
    );
    return mark;
  }
  const control = async (path: string) =>
    expect((await fetchJson(`/_local/${path}`, { method: "POST" })).text).toContain('"ok": true');

  test("runs a changed worker at the next tick", async () => {
    await control("tick/lookForDue");
    const mark = changeWorker("functions/system/platform/look-for-due.worker.ts");
    await control("tick/lookForDue");
    expect(existsSync(mark)).toBe(true);
  });

  test("gives a message that waited to a changed worker", async () => {
    const mail = (email: string) =>
      fetchJson("/v1/auth/code", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email }),
      });
    await mail("before@example.com");
    await control("drain");
    const mark = await pauseWorkers(api, ["sendEmail"], async () => {
      expect((await mail("after@example.com")).status).toBe(200);
      return changeWorker("functions/delivery/mail/send-email.worker.ts");
    });
    await control("drain");
    expect(existsSync(mark)).toBe(true);
  });

  test("serves a changed route at the next request, and no longer the old one", async () => {
    const before = cpuSeconds();
    changeFile(`${FORMS_FOLDER}/routes.ts`, '"/v1/stores/{storeId}/forms"', '"/v1/stores/{storeId}/sheets"');
    expect((await fetchJson("/v1/stores/store_1/sheets")).text).toContain("Store store_1");
    expect((await fetchJson("/v1/stores/store_1/forms")).text).toContain("There is no operation");
    expect(cpuSeconds() - before).toBeLessThan(1);
  });

  test("reports an error in a file, and continues with its records when it is fixed", async () => {
    const body = JSON.stringify({ email: "ada@example.com" });
    const headers = { "content-type": "application/json" };
    expect((await fetchJson("/v1/auth/code", { method: "POST", headers, body })).status).toBe(200);
    for (const [file, from, to, place] of [
      [`${FORMS_FOLDER}/list-forms.ts`, /$/, "}}}", `${FORMS_FOLDER}/list-forms.ts:`],
      [`${FORMS_FOLDER}/routes.ts`, /$/, "}}}", `${FORMS_FOLDER}/routes.ts:`],
      [
        "lib/content/forms/service.ts",
        /^/,
        'throw new Error("not yet"); ',
        "lib/content/forms/service.ts:1: not yet",
      ],
      [`${FORMS_FOLDER}/list-forms.ts`, /^/, 'import "./absent.ts"; ', "absent.ts"],
    ] as const) {
      const told = outputWith(laptop, file);
      changeFile(file, from, to);
      const { status, text } = await fetchJson("/v1/stores/store_1/forms");
      expect({ status, text }).toEqual({ status: 500, text: expect.stringContaining(place) });
      expect(await told).toContain(file);
      for (const mend of restoreSteps.splice(0)) mend();
      expect((await fetchJson("/v1/stores/store_1/forms")).status).toBe(404);
    }
    const code = () => fetchJson("/_local/code?email=ada@example.com");
    await eventually(async () => /^\d{6}$/.test((await code()).text.trim()), "the mail of before");
  });

  test("finds a change that the system does not report, as in a folder that was replaced", async () => {
    const folder = join(root, "lib/core/http");
    renameSync(folder, `${folder}.away`);
    cpSync(`${folder}.away`, folder, { recursive: true, preserveTimestamps: true });
    changeFile("lib/core/http/unauthenticated.ts", "The credential is unknown", "This credential is unknown");
    const headers = { authorization: "Bearer unknown" };
    const answer = async () => (await fetchJson("/v1/accounts/me", { headers })).text;
    await eventually(async () => (await answer()).includes("This credential is unknown"), "the new text");
  });
});

test("npm start -- --inspect opens a debugger port with the project's files", async () => {
  const other = startLocalStack({ dir: join(root, ".debugged"), root, options: ["--inspect"] });
  const text = await outputWith(other, "Ctrl-C");
  const port = /ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text)?.[1];
  const listed = await (await fetch(`http://127.0.0.1:${port}/json`)).text();
  const targets: { url: string }[] = JSON.parse(listed);
  expect(targets[0]?.url).toContain("infra/local/start.ts");
  await stopLocalStack(other);
});
