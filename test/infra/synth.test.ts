import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { kebab } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { UNKNOWN_ROUTE } from "#infra/api.ts";
import { type Asset, build } from "#infra/build.ts";
import { DISPATCHER } from "#infra/build-plugins.ts";
import { sources } from "#infra/build-sources.ts";
import { canBuild, sourcesHash } from "#infra/console-files.ts";
import { PUBLISHED_FOLDER } from "#infra/console-policy.ts";
import { pascalCase } from "#infra/function.ts";
import { resourcesUsedBy } from "#infra/function-access.ts";
import { deployedDomainOf, endpointGroupsOf } from "#infra/function-groups.ts";
import { workerGroupsOf } from "#infra/worker-groups.ts";
import { codeIn, filesLoadedWith, isTextIn } from "#test/support/bundles.ts";

const MAX_ENDPOINT_BYTES = 486 * 1024;
// For operations that check an account at a payment provider, and so load its adapter.
const MAX_PROVIDER_BYTES = 502 * 1024;
// For operations that load S3's client, time zones, MIME or all schemas.
const MAX_LARGE_BYTES = 800 * 1024;
/** Endpoints that may load more than other operations of their kind. */
const HEAVY_ENDPOINTS: Record<string, { bytes: number; because: string }> = {
  verifyContact: { bytes: 546 * 1024, because: "proving an address splits carts and joins two contacts" },
  withdrawOwnConsent: {
    bytes: 600 * 1024,
    because: "a customer's consents include those of its orders",
  },
  createStore: { bytes: 490 * 1024, because: "it starts the sums of a store, as createBusiness does" },
  createBusiness: {
    bytes: 528 * 1024,
    because: "it starts the sums of a store, and its markets have states and payment methods",
  },
  shipOrder: { bytes: 830 * 1024, because: "labels are drawn, with the names of states" },
  sendParcel: { bytes: 830 * 1024, because: "it buys the label of a rate, as shipOrder does" },
  updateShipment: {
    bytes: 830 * 1024,
    because: "the buyer is notified, and the label looked up at the carrier",
  },
  refundLabel: { bytes: 830 * 1024, because: "its order is changed back, as updateShipment does" },
  receiveTracking: { bytes: 830 * 1024, because: "it reads the rates that labels were bought for" },
};
/** Most schemas that a domain's functions together make as they load, at some 25 µs each. */
const MAX_SCHEMAS = 40;
/** A text that only Stripe's library contains. */
const STRIPE_TEXT = "api.stripe.com";
const SENDER = "no-reply@example.com";
const SMALL_DOMAINS = new Set(["auth", "accounts", "businesses", "forms", "stores", "storefront"]);

// The folder of `cdk synth`, so that unchanged bundles are reused.
const BUILD_FOLDER = resolve(".build", "functions");
const handlers = [...sources({ operations, workers }), { ...UNKNOWN_ROUTE, file: "infra/unknown-route.ts" }];
const outDir = mkdtempSync(join(tmpdir(), "synth-"));
let synthesis: ReturnType<typeof synthesiseApp>;
let assets: Asset[] = [];

beforeAll(async () => {
  synthesis = synthesiseApp("dev");
  assets = await build(handlers, { outDir: BUILD_FOLDER });
});
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

describe("cdk synth", () => {
  test("makes templates in which sam local invoke finds each operation by name", () => {
    expect(synthesis.status, synthesis.stderr).toBe(0);
    const root = readResources("storefront-dev-backend.template.json");
    const nested = Object.values(root).filter(({ Type }) => Type === "AWS::CloudFormation::Stack");
    const functions = Object.assign(
      {},
      ...nested.map(({ Metadata }) => readResources(Metadata["aws:asset:path"] ?? "")),
    );
    for (const { id, entry } of endpointGroupsOf(operations, "endpoint")) {
      const { Metadata, Properties } = functions[pascalCase(id)];
      expect(Properties.Handler).toBe(`${kebab(entry)}.handler`);
      expect(existsSync(join(outDir, Metadata["aws:asset:path"], `${kebab(entry)}.mjs`)), id).toBe(true);
    }
    // Settings that are too long for an environment are in the code.
    const code = codeIn(join(outDir, functions.RequestCode.Metadata["aws:asset:path"]));
    expect(isTextIn(SENDER, code)).toBe(true);
  });

  test.runIf(canBuild())("packs the built console with the code that publishes it", () => {
    const root = readResources("storefront-dev-backend.template.json");
    const { PublishConsole, ...others } = root;
    const folder = join(outDir, PublishConsole?.Metadata["aws:asset:path"] ?? "");
    const list = z
      .array(z.string())
      .parse(JSON.parse(readFileSync(join(folder, PUBLISHED_FOLDER, "files.json"), "utf8")));
    for (const file of list) expect(existsSync(join(folder, PUBLISHED_FOLDER, file)), file).toBe(true);
    expect(list.filter((file) => !file.startsWith("assets/")).sort()).toEqual(["index.html"]);
    expect(readFileSync(join(folder, PUBLISHED_FOLDER, "index.html"), "utf8")).toContain(
      'src="/console/assets/',
    );
    const published = Object.values(others).find(({ Type }) => Type === "Custom::Console");
    expect(published?.Properties).toMatchObject({ version: sourcesHash() });
  });

  test("answers an unknown environment with one line", () => {
    const { status, stderr } = synthesiseApp("production");
    expect(status).toBe(1);
    expect(stderr).toBe('There is no environment "production". Choose one: -c env=dev|staging|prod\n');
  });

  test("answers an example address outside dev with one line, before any build", () => {
    const { status, stderr } = synthesiseApp("prod");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^prod needs addresses of yours: mail\.from is no-reply@example\.com.* settings\.prod\.json.*\n$/,
    );
  });
});

describe("bundles", () => {
  test("have every handler, and a dispatcher for each domain and each shared queue", () => {
    const made = assets
      .flatMap(({ entries }) => entries.map(({ id }) => id))
      .filter((id) => id !== DISPATCHER);
    expect(made.sort()).toEqual(handlers.map(({ id }) => id).sort());
    for (const { domain, entries } of assets) {
      const shared = workerGroupsOf(workers).some(
        (each) => each.domain === domain && each.members.length > 1,
      );
      const routed = shared || operations.some((operation) => deployedDomainOf(operation) === domain);
      expect(
        entries.some(({ id }) => id === DISPATCHER),
        domain,
      ).toBe(routed);
    }
  });

  test("load at most 486 KB for a plain endpoint, 502 with an adapter, and 800 KB for any", () => {
    const most = new Map(
      operations.map((operation) => {
        const small = resourcesUsedBy(operation).includes("credentials")
          ? MAX_PROVIDER_BYTES
          : MAX_ENDPOINT_BYTES;
        const usual = SMALL_DOMAINS.has(operation.domain) ? small : MAX_LARGE_BYTES;
        return [operation.id, HEAVY_ENDPOINTS[operation.id]?.bytes ?? usual];
      }),
    );
    const tooLarge = assets.flatMap(({ entries }) =>
      entries.filter(({ id, bytes }) => bytes > (most.get(id) ?? Number.POSITIVE_INFINITY)),
    );
    expect(tooLarge).toEqual([]);
  });

  test("load Stripe's library only at the first call to Stripe", () => {
    const loading = assets.flatMap(({ folder, entries }) =>
      entries
        .filter(({ file }) => isTextIn(STRIPE_TEXT, filesLoadedWith(join(folder, file))))
        .map(({ id }) => id),
    );
    expect(loading).toEqual([]);
    // Callers of Stripe load it by a dynamic import.
    const payments = assets.find(({ domain }) => domain === "payments");
    expect(isTextIn(STRIPE_TEXT, codeIn(payments?.folder ?? ""))).toBe(true);
  });

  test("have values computed from the manifest, without schemas of other domains", async () => {
    const platform = assets.find(({ domain }) => domain === "platform");
    const sizes = platform?.entries.filter(({ id }) => id === "getOpenapi" || id === "fanOut") ?? [];
    expect(sizes).toHaveLength(2);
    for (const { id, bytes } of sizes) expect(bytes, id).toBeLessThan(MAX_LARGE_BYTES);
  });

  test("can be imported without settings, and export a handler", () => {
    expect(importBundles().flatMap(({ wrong }) => wrong)).toEqual([]);
  });

  test("make hardly any schema as they load", () => {
    expect(importBundles().filter(({ made }) => made > MAX_SCHEMAS)).toEqual([]);
  });

  test("have neither source maps nor packages that can be bundled", () => {
    for (const { folder, native } of assets) {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
        statSync(join(folder, file)).isFile(),
      );
      const foreign = files.filter(
        (file) => !file.endsWith(".mjs") && !(native.length > 0 && file.startsWith("node_modules")),
      );
      expect(foreign).toEqual([]);
    }
  });

  test("are not built again when nothing has changed", async () => {
    const written = () =>
      assets.flatMap(({ folder, entries }) =>
        entries.map(({ file }) => statSync(join(folder, file)).mtimeMs),
      );
    const before = written();
    expect(await build(handlers, { outDir: BUILD_FOLDER })).toEqual(assets);
    expect(written()).toEqual(before);
  });
});

const ImportReport = z.array(z.object({ domain: z.string(), made: z.int(), wrong: z.array(z.string()) }));
let importReport: z.infer<typeof ImportReport> | undefined;

/**
 * Imports all bundles in one process without settings. Reports how many schemas each domain makes by that, and
 * files that fail to load or have no handler. Domains share no modules, so none affects another.
 */
function importBundles(): z.infer<typeof ImportReport> {
  if (importReport) return importReport;
  const domains = assets.flatMap(({ domain, folder, entries }) => {
    // Threads run as soon as they are imported.
    const files = entries.filter(({ id }) => !id.endsWith(".thread")).map(({ file }) => file);
    return [...Map.groupBy(files, dirname)].map(([guest, list]) => ({
      domain: `${domain}/${guest}`,
      files: list.map((file) => join(folder, file)),
    }));
  });
  const script = `let made = 0;
    globalThis.__zod_globalConfig = { postProcessor: () => { made += 1; } };
    const reports = [];
    for (const { domain, files } of ${JSON.stringify(domains)}) {
      const before = made, wrong = [];
      for (const file of files) {
        const loaded = await import(file).catch((error) => ({ error }));
        if (typeof loaded.handler !== "function") wrong.push(file + ": " + (loaded.error ?? "no handler"));
      }
      reports.push({ domain, made: made - before, wrong });
    }
    process.stdout.write(JSON.stringify(reports));`;
  const env = { PATH: process.env.PATH, AWS_REGION: "us-east-1" };
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { env, stdio: "pipe" });
  importReport = ImportReport.parse(JSON.parse(out.toString()));
  return importReport;
}

// Runs as the cdk command does, without account, credentials or region.
function synthesiseApp(environment: string): { status: number | null; stderr: string } {
  const context = {
    env: environment,
    "aws:cdk:enable-asset-metadata": true,
    "aws:cdk:enable-path-metadata": true,
  };
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    CDK_OUTDIR: outDir,
    CDK_CONTEXT_JSON: JSON.stringify(context),
    STOREFRONT_SETTINGS: JSON.stringify({
      prefix: "storefront",
      mail: { from: SENDER },
      // The console's packages may be missing, and a test installs nothing.
      console: canBuild(),
    }),
  };
  const { status, stderr } = spawnSync(process.execPath, ["infra/app.ts"], { env, encoding: "utf8" });
  return { status, stderr };
}

const AssetTemplate = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Metadata: z.looseObject({ "aws:asset:path": z.string().optional() }).default({}),
      Properties: z.looseObject({ Handler: z.string().optional() }).default({}),
    }),
  ),
});

function readResources(file: string): z.infer<typeof AssetTemplate>["Resources"] {
  return AssetTemplate.parse(JSON.parse(readFileSync(join(outDir, file), "utf8"))).Resources;
}
