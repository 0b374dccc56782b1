import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as z from "zod";
import type { Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { Backend } from "#infra/backend.ts";
import { type Config, physicalName } from "#infra/config.ts";
import type { Code } from "#infra/function.ts";
import { checkWithNag } from "#infra/nag.ts";

interface Resource {
  logicalId: string;
  stack: string;
  type: string;
  properties: Record<string, unknown>;
  /** Other attributes, such as metadata and deletion policies. */
  attributes: Record<string, unknown>;
}

interface ParsedTemplate {
  stack: string;
  bytes: number;
  parameters: number;
  /** Outputs by name. */
  outputs: Record<string, unknown>;
  resources: Resource[];
}

export interface Synthesis {
  templates: ParsedTemplate[];
  /** Errors and warnings of cdk-nag and CDK. */
  findings: string[];
  ofType(type: string): Resource[];
}

const Template = z.object({
  Parameters: z.record(z.string(), z.unknown()).default({}),
  Outputs: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

const CdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

type SystemManifest = { operations: readonly Operation[]; workers: readonly Worker[] };

type Options = { nag?: boolean; codeOf?: (domain: string) => Code };

/**
 * Synthesises the system for a manifest, with stub code by default. Results are cached by sources,
 * configuration and manifest.
 */
export function synthesise(config: Config, manifest: SystemManifest, options: Options = {}): Synthesis {
  if (options.codeOf) return withTypes(synthesiseAnew(config, manifest, options));
  const file = join(CACHE_FOLDER, `${nameOf(config, manifest, options)}.json`);
  const stored = existsSync(file) ? CachedSynthesis.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
  if (stored) return withTypes(stored);
  const made = synthesiseAnew(config, manifest, options);
  mkdirSync(CACHE_FOLDER, { recursive: true });
  // Two test files may write it at once.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(made));
  renameSync(`${file}.${process.pid}`, file);
  return withTypes(made);
}

const CACHE_FOLDER = resolve(".build", "synthesis");
/** Sources that templates depend on. */
const SOURCES = ["infra/*.ts", "lib/core/**/*.ts", "lib/content/media/edge.ts", "test/infra/synthesis.ts"];
let sources: string | undefined;

function nameOf(config: Config, manifest: SystemManifest, { nag = false }: Options): string {
  sources ??= hashOf(
    [...globSync(SOURCES).sort(), "package-lock.json", "cdk.json"].map((file) => readFileSync(file, "utf8")),
  );
  const withoutSchemas = (_: string, value: unknown) => (value instanceof z.ZodType ? undefined : value);
  return hashOf([
    sources,
    JSON.stringify([config, manifest.operations, manifest.workers, nag], withoutSchemas),
  ]);
}

function hashOf(parts: string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 32);
}

type CachedSynthesis = Pick<Synthesis, "templates" | "findings">;
// Safe: this file wrote it.
const CachedSynthesis = z.custom<CachedSynthesis>(
  (value) => typeof value === "object" && value !== null && "templates" in value,
);

function withTypes(made: CachedSynthesis): Synthesis {
  const all = made.templates.flatMap(({ resources }) => resources);
  return { ...made, ofType: (type) => all.filter((each) => each.type === type) };
}

function synthesiseAnew(
  config: Config,
  manifest: SystemManifest,
  { nag = false, codeOf = stubCode }: Options,
): CachedSynthesis {
  const { context } = CdkJson.parse(JSON.parse(readFileSync(resolve("cdk.json"), "utf8")));
  const app = new App({
    context: { ...context, "aws:cdk:enable-asset-metadata": true },
    // Only on request, because it is slow.
    builtinCloudFormationValidation: nag,
  });
  new Backend(app, physicalName(config, "backend"), { config, ...manifest, codeOf, consoleVersion: "stub" });
  if (nag) checkWithNag(app);
  const { directory } = app.synth();
  const nodes = app.node.findAll();
  const templates = nodes
    .filter((node) => node instanceof Stack)
    .map((stack) => templateOf(stack, directory));
  return { templates, findings: nodes.flatMap(findingsOf) };
}

/** Code for templates whose code does not matter. */
function stubCode(): Code {
  return {
    assetIn: () => lambda.Code.fromInline("exports.handler = async () => ({})"),
    handlerOf: () => "index.handler",
  };
}

/** A resource's properties, parsed by the schema of a test. */
export function propertiesOf<T extends z.ZodType>(schema: T, { properties }: Resource): z.output<T> {
  return schema.parse(properties);
}

function templateOf(stack: Stack, directory: string): ParsedTemplate {
  const text = readFileSync(join(directory, stack.templateFile), "utf8");
  const { Parameters, Outputs, Resources } = Template.parse(JSON.parse(text));
  const { id } = stack.node;
  const resources = Object.entries(Resources).map(([logicalId, { Type, Properties, ...attributes }]) => ({
    logicalId,
    stack: id,
    type: Type,
    properties: Properties,
    attributes,
  }));
  const count = (record: object) => Object.keys(record).length;
  return { stack: id, bytes: text.length, parameters: count(Parameters), outputs: Outputs, resources };
}

function findingsOf({ node }: App["node"]["children"][number]): string[] {
  return node.metadata
    .filter(({ type }) => type === "aws:cdk:error" || type === "aws:cdk:warning")
    .map(({ data }) => `${node.path}: ${String(data)}`);
}
