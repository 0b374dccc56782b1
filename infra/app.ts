import { basename, join, resolve } from "node:path";
import { App, type Stack } from "aws-cdk-lib";
import * as lambda from "aws-cdk-lib/aws-lambda";
import type { Asset } from "./build.ts";
import { configOf, physicalName } from "./config.ts";
import type { Code } from "./function.ts";
import { makeProgress, openTerminal } from "./progress.ts";
import { refuseExamples } from "./settings.ts";

const BUILD_FOLDER = resolve(import.meta.dirname, "..", ".build");
const app = new App();
try {
  await synthesise(app);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function synthesise(cdkApp: App): Promise<void> {
  const config = configOf(String(cdkApp.node.tryGetContext("env") ?? "dev"));
  refuseExamples(config);
  // Bad settings fail before the manifest, which takes seconds to load.
  const manifest = await import("#functions/manifest.ts");
  const { UNKNOWN_ROUTE } = await import("./api.ts");
  const { Backend } = await import("./backend.ts");
  const { build } = await import("./build.ts");
  const { sources } = await import("./build-sources.ts");
  const { deployedUnits, bundledSettings } = await import("./function-settings.ts");
  const { checkWithNag } = await import("./nag.ts");
  const { refuseIncomplete } = await import("./native.ts");
  const { PROTECT_DATA } = await import("./protection.ts");
  const { PUBLISH_CONSOLE } = await import("./console.ts");
  const { addConsoleTo, deployedConsole } = await import("./console-build.ts");
  const operations = deployedUnits(config, manifest.operations);
  const workers = deployedUnits(config, manifest.workers);
  const built = config.console ? await deployedConsole(join(BUILD_FOLDER, "console")) : undefined;
  const handlers = [
    ...sources({ operations, workers }),
    { ...UNKNOWN_ROUTE, file: "infra/unknown-route.ts" },
    { ...PROTECT_DATA, file: "infra/protect-data.ts" },
    ...(built ? [{ ...PUBLISH_CONSOLE, file: "infra/publish-console.ts" }] : []),
  ];
  const screen = openTerminal();
  const progress = makeProgress("domains bundled", { stream: screen });
  const assets = await build(handlers, {
    outDir: join(BUILD_FOLDER, "functions"),
    sourceMaps: cdkApp.node.tryGetContext("sourceMaps") === "true",
    given: bundledSettings(config),
    built: progress.show,
  });
  progress.end();
  if (screen !== process.stderr) screen.destroy();
  if (cdkApp.node.tryGetContext("withoutNative") !== "true") refuseIncomplete(assets);
  const publisher = assets.find(({ domain }) => domain === PUBLISH_CONSOLE.domain);
  if (built && publisher) addConsoleTo(publisher.folder, built);
  const code = new Map(assets.map((asset) => [asset.domain, codeOf(asset)]));
  new Backend(cdkApp, physicalName(config, "backend"), {
    config,
    operations,
    workers,
    consoleVersion: built ? basename(built) : "",
    codeOf: (domain) => {
      const found = code.get(domain);
      if (!found) throw new Error(`The domain ${domain} has no bundle.`);
      return found;
    },
  });
  checkWithNag(cdkApp);
  cdkApp.synth();
}

function codeOf({ folder, entries }: Asset): Code {
  const codeByStack = new Map<Stack, lambda.Code>();
  return {
    assetIn: (stack) => {
      const asset = codeByStack.get(stack) ?? lambda.Code.fromAsset(folder);
      codeByStack.set(stack, asset);
      return asset;
    },
    handlerOf: (id) => {
      const entry = entries.find((each) => each.id === id);
      if (!entry) throw new Error(`${folder} has no handler of ${id}.`);
      return entry.file.replace(/\.mjs$/, ".handler");
    },
  };
}
