import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { logger } from "#core/log.ts";
import { startStack } from "#infra/local/stack.ts";
import { deployed } from "./deployed.ts";
import { followEvents } from "./emitted.ts";
import { loggedErrors } from "./logged-errors.ts";
import { collectReached, type Unreached } from "./reached.ts";
import { traceCalls } from "./traced.ts";

declare module "vitest" {
  interface ProvidedContext {
    environment: Record<string, string>;
    addresses: { api: string; inbox: string; webhooks: string; social: string };
  }
}

// Programs that tests start load the same modules again and again.
const COMPILED = { NODE_COMPILE_CACHE: resolve(".build", "compiled") };

type Run = Awaited<ReturnType<typeof start>>;

// Each project of a run loads this file anew: what they share is to be found by all.
const runs: { [key: symbol]: { run: Promise<Run>; users: number; isDeployed: boolean } | undefined } =
  globalThis;
const RUN = Symbol.for("the stack of this run");

/** One stack for the whole run; every test makes its own tenant in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isDeployed = project.name === DEPLOYED;
  const shared = runs[RUN] ?? { run: start(isDeployed), users: 0, isDeployed };
  if (shared.isDeployed !== isDeployed)
    throw new Error(`The project ${DEPLOYED} has a stack of its own: run it with no other project.`);
  runs[RUN] = shared;
  shared.users += 1;
  const { provided, end } = await shared.run;
  project.provide("environment", provided.environment);
  project.provide("addresses", provided.addresses);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await end(await wholeOf(project));
  };
}

async function start(isDeployed: boolean) {
  const code = isDeployed ? await deployed() : undefined;
  // How slow the machine is, is not what the tests are about; what never ends is found all the same.
  const stack = await startStack({
    // Links in mails lead to the API's own pages, whether the packages of the console are installed or not.
    environment: { LOG_LEVEL: "SILENT", LOCAL_PATIENCE: "6", CONSOLE_URL: "" },
    manifest: code?.manifest,
  });
  // What the suite itself imports has made it before the environment said so.
  logger.setLogLevel("SILENT");
  const errors = loggedErrors();
  const reached = collectReached();
  const followed = followEvents();
  const traced = traceCalls({
    [stack.environment.MEDIA_BUCKET ?? ""]: "media",
    [stack.environment.VARIANTS_BUCKET ?? ""]: "variants",
  });
  const addresses = {
    api: stack.api,
    inbox: `${stack.aws.ses}/`,
    webhooks: stack.webhooks,
    social: stack.social,
  };
  return {
    provided: { environment: { ...stack.environment, ...reached.environment, ...COMPILED }, addresses },
    end: async (whole: Whole) => {
      const unloaded = whole === DEPLOYED ? code?.unloaded() : [];
      const isWholeSuite = whole === "suite";
      for (const [said, error] of errors)
        if (said.startsWith("unexpected: ")) console.error("A function answered 500 after:", error);
      await stack.drain();
      await stack.stop();
      const { unseen, declared, wrong } = followed.end();
      const found = withPairs(reached.end(), unseen, declared);
      if (isWholeSuite || process.env.REACHED) tell(found);
      const { count, kinds, denied, unused } = traced.end();
      if (isWholeSuite || process.env.REACHED)
        console.info(
          `${count} calls to AWS by functions, of ${kinds} kinds: ${denied.length} beyond a role; granted and not used: ${unused.join(", ") || "nothing"}.`,
        );
      if (denied.length > 0) throw new Error(`Roles do not allow what functions do: ${denied.join(", ")}.`);
      if (unloaded?.length) throw new Error(`No test calls the deployed code of ${unloaded.join(", ")}.`);
      if (wrong.length > 0) throw new Error(`Events with other causes than theirs: ${wrong.join("; ")}.`);
      if (isWholeSuite) requireAll(found);
    },
  };
}

/** The same with the pairs of an operation or worker and an event that it declares: `forgetContact cart.updated`. */
function withPairs({ counts, ...lists }: Unreached, unseen: string[], declared: number) {
  const events = `${declared - unseen.length} of ${declared}`;
  return { ...lists, events: unseen, counts: { ...counts, events } };
}
type Found = ReturnType<typeof withPairs>;

/** What the reference documents and no test reached; `REACHED=1` has it told of a part of the tests too. */
function tell({ counts, ...lists }: Found): void {
  const shares = Object.entries(counts).map(([kind, share]) => `${share} ${kind}`);
  console.info(`Reached by a test: ${shares.join(", ")}.`);
  for (const [kind, list] of Object.entries(lists)) {
    if (list.length > 0) console.info(`No test reaches these ${kind}: ${list.join(", ")}`);
  }
}

/** Fails a run of the whole suite that leaves out what the reference documents. */
function requireAll({ counts: _, ...lists }: Found): void {
  const left = Object.entries(lists).filter(([, list]) => list.length > 0);
  const words = left.map(([kind, list]) => `these ${kind}: ${list.join(", ")}`);
  if (words.length > 0)
    throw new Error(`No test reaches ${words.join("; nor ")}. Test what each does, or take it out.`);
}

/** What was run as a whole, and not only some files that were named. */
type Whole = "suite" | typeof DEPLOYED | undefined;

async function wholeOf({ name, vitest }: TestProject): Promise<Whole> {
  const names = name === DEPLOYED ? [DEPLOYED] : SUITE;
  const projects = vitest.projects.filter((each) => names.includes(each.name));
  const files = await Promise.all(
    projects.map(async (each) => (await each.globTestFiles()).testFiles.length),
  );
  const all = files.reduce((sum, count) => sum + count, 0);
  const run = vitest.state.getTestModules().filter((module) => names.includes(module.project.name));
  if (projects.length < names.length || run.length < all || vitest.config.testNamePattern) return undefined;
  return name === DEPLOYED ? DEPLOYED : "suite";
}

/** The projects that are one suite. */
const SUITE = ["suite", "alone"];
/** The project that runs tests on the code that is deployed. */
const DEPLOYED = "deployed";
