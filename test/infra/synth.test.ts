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

// KB as bundlers count them.
const ENDPOINT_BYTES = 480 * 1024;
// What tries an account at a payment provider has the provider's adapter besides.
const PROVIDER_BYTES = 500 * 1024;
// What needs more than the table: S3's client, time zones, MIME, the whole interface's schemas.
const LARGE_BYTES = 800 * 1024;
/** Endpoints that load more than their domain's others, and why. */
const HEAVY: Record<string, { bytes: number; because: string }> = {
  verifyContact: { bytes: 540 * 1024, because: "a proof parts carts and files orders anew" },
  withdrawOwnConsent: {
    bytes: 600 * 1024,
    because: "a card's consents are those of the orders filed under it",
  },
  createStore: { bytes: 490 * 1024, because: "it begins the sums of a store, as createBusiness does" },
  createBusiness: {
    bytes: 525 * 1024,
    because: "it begins the sums of a store beside its payments, and its markets name states",
  },
  shipOrder: { bytes: 830 * 1024, because: "labels are drawn, and their addresses name states" },
  sendParcel: { bytes: 830 * 1024, because: "it buys the label of a rate, as shipOrder does" },
  updateShipment: {
    bytes: 830 * 1024,
    because: "a parcel's order tells its buyer, and its label is asked for",
  },
  refundLabel: { bytes: 830 * 1024, because: "its order is changed back, as updateShipment does" },
  receiveTracking: { bytes: 830 * 1024, because: "it reads the rates that labels were bought for" },
};
/** Schemas that all functions of a domain together make as they load: each costs some 25 µs. */
const SCHEMAS = 40;
/** Stands in Stripe's library and nowhere else. */
const STRIPE = "api.stripe.com";
const SENDER = "no-reply@example.com";
const SMALL_DOMAINS = new Set(["auth", "accounts", "businesses", "forms", "stores", "storefront"]);

// What `cdk synth` bundles, where it bundles it: what has not changed since the last run is not made again.
const BUILT = resolve(".build", "functions");
const handlers = [...sources({ operations, workers }), { ...UNKNOWN_ROUTE, file: "infra/unknown-route.ts" }];
const outDir = mkdtempSync(join(tmpdir(), "synth-"));
let synth: ReturnType<typeof app>;
let assets: Asset[] = [];

beforeAll(async () => {
  synth = app("dev");
  assets = await build(handlers, { outDir: BUILT });
});
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

describe("cdk synth", () => {
  test("makes templates in which sam local invoke finds each operation's code by its name", () => {
    expect(synth.status, synth.stderr).toBe(0);
    const root = read("storefront-dev-backend.template.json");
    const nested = Object.values(root).filter(({ Type }) => Type === "AWS::CloudFormation::Stack");
    const functions = Object.assign(
      {},
      ...nested.map(({ Metadata }) => read(Metadata["aws:asset:path"] ?? "")),
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

  test.runIf(canBuild())(
    "puts the built console beside the code that publishes it, and names what was built",
    () => {
      const root = read("storefront-dev-backend.template.json");
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
    },
  );

  test("answers an environment that there is not with one line", () => {
    const { status, stderr } = app("production");
    expect(status).toBe(1);
    expect(stderr).toBe('There is no environment "production". Choose one: -c env=dev|staging|prod\n');
  });

  test("answers an address of the documentation's own domain outside dev with one line, before anything is built", () => {
    const { status, stderr } = app("prod");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^prod needs addresses of yours: mail\.from is no-reply@example\.com.* settings\.prod\.json.*\n$/,
    );
  });
});

describe("bundles", () => {
  test("hold every handler of the manifest, and a dispatcher for each domain that has operations and each shared queue", () => {
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

  test("load at most 480 KB for an endpoint that needs the table alone, 500 with an adapter, and 800 KB for any", () => {
    const most = new Map(
      operations.map((operation) => {
        const small = resourcesUsedBy(operation).includes("credentials") ? PROVIDER_BYTES : ENDPOINT_BYTES;
        const usual = SMALL_DOMAINS.has(operation.domain) ? small : LARGE_BYTES;
        return [operation.id, HEAVY[operation.id]?.bytes ?? usual];
      }),
    );
    const tooLarge = assets.flatMap(({ entries }) =>
      entries.filter(({ id, bytes }) => bytes > (most.get(id) ?? Number.POSITIVE_INFINITY)),
    );
    expect(tooLarge).toEqual([]);
  });

  test("load Stripe's library in no function before its first call to Stripe", () => {
    const loading = assets.flatMap(({ folder, entries }) =>
      entries.filter(({ file }) => isTextIn(STRIPE, filesLoadedWith(join(folder, file)))).map(({ id }) => id),
    );
    expect(loading).toEqual([]);
    // It is there for those that call it, behind an import of its own.
    const payments = assets.find(({ domain }) => domain === "payments");
    expect(isTextIn(STRIPE, codeIn(payments?.folder ?? ""))).toBe(true);
  });

  test("have what follows from the manifest as a value, and none of the schemas of other domains for it", async () => {
    const platform = assets.find(({ domain }) => domain === "platform");
    const sizes = platform?.entries.filter(({ id }) => id === "getOpenapi" || id === "fanOut") ?? [];
    expect(sizes).toHaveLength(2);
    for (const { id, bytes } of sizes) expect(bytes, id).toBeLessThan(LARGE_BYTES);
  });

  test("import without any setting, and export a handler", () => {
    expect(imported().flatMap(({ wrong }) => wrong)).toEqual([]);
  });

  test("make hardly a schema as they load: each is made when it is used", () => {
    expect(imported().filter(({ made }) => made > SCHEMAS)).toEqual([]);
  });

  test("ship neither source maps nor packages that a bundle can hold", () => {
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

  test("are left alone when nothing has changed", async () => {
    const written = () =>
      assets.flatMap(({ folder, entries }) =>
        entries.map(({ file }) => statSync(join(folder, file)).mtimeMs),
      );
    const before = written();
    expect(await build(handlers, { outDir: BUILT })).toEqual(assets);
    expect(written()).toEqual(before);
  });
});

const Imported = z.array(z.object({ domain: z.string(), made: z.int(), wrong: z.array(z.string()) }));
let told: z.infer<typeof Imported> | undefined;

/**
 * What one process without any setting says of each domain and of each that is bundled beside it, whose every file it imports: the schemas that are made by
 * that, and the files that do not load or export no handler. It ends by itself, as nothing that is imported begins
 * anything. Domains share no module, so none makes what another one has made already.
 */
function imported(): z.infer<typeof Imported> {
  if (told) return told;
  const domains = assets.flatMap(({ domain, folder, entries }) => {
    // A thread runs what it is given as soon as it is imported.
    const files = entries.filter(({ id }) => !id.endsWith(".thread")).map(({ file }) => file);
    return [...Map.groupBy(files, dirname)].map(([guest, list]) => ({
      domain: `${domain}/${guest}`,
      files: list.map((file) => join(folder, file)),
    }));
  });
  const script = `let made = 0;
    globalThis.__zod_globalConfig = { postProcessor: () => { made += 1; } };
    const told = [];
    for (const { domain, files } of ${JSON.stringify(domains)}) {
      const before = made, wrong = [];
      for (const file of files) {
        const loaded = await import(file).catch((error) => ({ error }));
        if (typeof loaded.handler !== "function") wrong.push(file + ": " + (loaded.error ?? "no handler"));
      }
      told.push({ domain, made: made - before, wrong });
    }
    process.stdout.write(JSON.stringify(told));`;
  const env = { PATH: process.env.PATH, AWS_REGION: "us-east-1" };
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { env, stdio: "pipe" });
  told = Imported.parse(JSON.parse(out.toString()));
  return told;
}

// As the cdk command runs it, without an account, credentials or a region.
function app(environment: string): { status: number | null; stderr: string } {
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
      // Its packages are no part of the first install, and a test installs nothing.
      console: canBuild(),
    }),
  };
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
