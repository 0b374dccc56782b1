import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { kebab } from "#core/http/contract.ts";
import { operations } from "#functions/manifest.ts";
import { pascal } from "#infra/function.ts";

const outDir = mkdtempSync(join(tmpdir(), "synth-"));
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

// As the cdk command runs it, without an account, credentials or a region.
function app(environment: string): { status: number | null; stderr: string } {
  const context = {
    env: environment,
    "aws:cdk:enable-asset-metadata": true,
    "aws:cdk:enable-path-metadata": true,
  };
  const env = { PATH: process.env.PATH, CDK_OUTDIR: outDir, CDK_CONTEXT_JSON: JSON.stringify(context) };
  const { status, stderr } = spawnSync(process.execPath, ["infra/app.ts"], { env, encoding: "utf8" });
  return { status, stderr };
}

const Assets = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Metadata: z.looseObject({ "aws:asset:path": z.string().optional() }).default({}),
      Properties: z.looseObject({ Handler: z.string().optional() }).default({}),
    }),
  ),
});

function read(file: string): z.infer<typeof Assets>["Resources"] {
  return Assets.parse(JSON.parse(readFileSync(join(outDir, file), "utf8"))).Resources;
}

describe("cdk synth", () => {
  test("makes templates in which sam local invoke finds each operation's code by its name", () => {
    expect(app("dev").status).toBe(0);
    const root = read("storefront-dev-backend.template.json");
    const nested = Object.values(root).filter(({ Type }) => Type === "AWS::CloudFormation::Stack");
    const functions = Object.assign(
      {},
      ...nested.map(({ Metadata }) => read(Metadata["aws:asset:path"] ?? "")),
    );
    for (const { id } of operations) {
      const { Metadata, Properties } = functions[pascal(id)];
      expect(Properties.Handler).toBe(`${kebab(id)}.handler`);
      expect(existsSync(join(outDir, Metadata["aws:asset:path"], `${kebab(id)}.mjs`)), id).toBe(true);
    }
  }, 120_000);

  test("answers an environment that there is not with one line", () => {
    const { status, stderr } = app("production");
    expect(status).toBe(1);
    expect(stderr).toBe('There is no environment "production". Choose one: -c env=dev|staging|prod\n');
  }, 20_000);
});
