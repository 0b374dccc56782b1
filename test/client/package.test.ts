import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { document } from "#functions/openapi-document.ts";
import { PICTURE_PATH } from "#lib/content/media/picture-document.ts";
import { ROOT, typescriptOf } from "#test/doors/blocks.ts";
import { openProject, type Project } from "./reader.ts";

/** Declarations that the guide's examples assume. */
const READER_CODE = `
import type { Tokens } from "@storefront-backend/client";
declare const baseUrl: string, storeId: string, product_id: string, variant_id: string, secret: string;
declare const session: Tokens, request: Request, picture: Blob;
declare function keep(tokens: Tokens | undefined): void;
declare function show(text: string): void;
`;

let project: Project;
beforeAll(async () => {
  project = await openProject();
});
afterAll(() => project.end());

const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: project.client }).map((file) => readFileSync(join(project.client, file), "utf8"));

describe("the packed client", () => {
  test("has modules, types, guide and a changelog with its version, but no sources", () => {
    const files = globSync("**/*", { cwd: project.client, exclude: ["dist"] });
    expect(files.filter((file) => !file.startsWith("dist")).sort()).toEqual([
      "changelog.md",
      "guide.md",
      "package.json",
    ]);
    expect(globSync("**/*.ts", { cwd: project.client }).filter((file) => !file.endsWith(".d.ts"))).toEqual(
      [],
    );
    const { version } = JSON.parse(readFileSync(join(project.client, "package.json"), "utf8"));
    expect(textsOf("changelog.md").join()).toContain(`## ${version}\n`);
  });

  test("runs in Node as it was installed", async () => {
    const output = await project.outputOf(`
      import { ApiError, createClient, imageUrl, verifyWebhook } from "@storefront-backend/client";
      const fetch = async () => Response.json({ error: "FORM.NOT_FOUND", message: "No." }, { status: 404 });
      const { error } = await createClient({ baseUrl: "http://shop.example", fetch }).GET("/v1/accounts/me");
      console.log(error instanceof ApiError, error.code, imageUrl("/a", { w: 2 }), typeof verifyWebhook);`);
    expect(output.trim()).toBe("true FORM.NOT_FOUND /a?w=2 function");
  });

  test("compiles every block of its guide in strict mode, and finds errors in them", async () => {
    const blocks = typescriptOf("lib/client/guide.md");
    expect(blocks.length).toBeGreaterThanOrEqual(5);
    expect(await project.typeErrors([READER_CODE, ...blocks].join("\n"))).toBe("");
    const wrong = blocks.join("\n").replace("form_id: form.id, fields:", "form_id: form.id, answers:");
    expect(await project.typeErrors(READER_CODE + wrong)).toContain("answers");
    const code = `
      import { createClient } from "@storefront-backend/client";
      const { error } = await createClient({ baseUrl: "" }).GET("/v1/accounts/me");
      if (error?.code === "GENERAL.UNAUTHENTICATED") console.log(error.requestId, error.fields[0]?.field);`;
    expect(await project.typeErrors(code)).toBe("");
    // A code that the operation never answers is a type error.
    expect(await project.typeErrors(code.replace("UNAUTHENTICATED", "UNAUTHORISED"))).toContain("no overlap");
  });

  test("has a description for each operation, parameter, field and error", () => {
    const lines = textsOf("dist/api.d.ts").join().split("\n");
    const structure =
      /^(schemas|content|parameters|query|header|path|requestBody|responses|default|\d+|components|paths|errors)$/;
    const undocumented = lines.filter((line, index) => {
      const [, indent = "", name = ""] = /^( +)"?([\w./{}-]+)"?\??: /.exec(line) ?? [];
      const isName = name !== "" && !structure.test(name) && !name.includes("/");
      // Names of schemas are indented by eight columns, paths by four.
      const isSchema = indent.length === 8 && /^[A-Z]\w*$/.test(name);
      return isName && !isSchema && !lines[index - 1]?.trimEnd().endsWith("*/");
    });
    expect(undocumented).toEqual([]);
    const paths = Object.entries(Object(document).paths).filter(([path]) => path !== PICTURE_PATH);
    const operations = paths.flatMap(([, methods]) => Object.values(Object(methods)));
    const texted = lines.join("\n");
    const missing = operations
      .map((operation) => String(Object(operation).summary))
      .filter((summary) => !texted.includes(summary.split(" ").slice(0, 4).join(" ")));
    expect(operations.length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });
});

test("the API's version is the newest date of the changes, in document and types", () => {
  const days = [...readFileSync(join(ROOT, "lib/core/changes.md"), "utf8").matchAll(/^## (.+)$/gm)].map(
    ([, day = ""]) => day,
  );
  expect(days).toEqual(days.toSorted().toReversed());
  expect(days.filter((day) => !/^\d{4}-\d\d-\d\d$/.test(day))).toEqual([]);
  expect(Object(document).info.version).toBe(days[0]);
  expect(readFileSync(join(ROOT, "lib/client/api.ts"), "utf8").split("\n")[0]).toContain(` ${days[0]}.`);
});

test("the client's guide uses the package's name", () => {
  const { name } = JSON.parse(readFileSync(join(ROOT, "lib/client/package.json"), "utf8"));
  expect(typescriptOf("lib/client/guide.md").join("\n")).toContain(`from "${name}"`);
});
