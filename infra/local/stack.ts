import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kebab } from "#core/http/contract.ts";
import { CONSOLE_SEGMENT } from "#infra/console-policy.ts";
import { reportFailure } from "#infra/failure.ts";
import { APP_SEGMENT, accountMount } from "./account-pages.ts";
import type { Addresses } from "./addresses.ts";
import { type Clients, makeClients } from "./clients.ts";
import { consoleMount } from "./console.ts";
import { watchDemo } from "./demo-state.ts";
import {
  applyEnvironment,
  type Environment,
  logLevel,
  stackEnvironment,
  stackSecrets,
} from "./environment.ts";
import { type Mount, openGateway } from "./gateway.ts";
import { type Manifest, workerFunction } from "./handlers.ts";
import { failToLoad } from "./load-failure.ts";
import { localMount, redirectToHome } from "./local-mount.ts";
import { mediaMount, urlMount } from "./media.ts";
import { OIDC_SEGMENT, oidcMount } from "./oidc.ts";
import { PHONE_SEGMENT, phoneMount } from "./phone.ts";
import { provisionBuckets, provisionQueues, provisionTable, type Queue } from "./provision.ts";
import { type Pumps, startPumps } from "./pumps.ts";
import { detectChanges, versionOf } from "./reload.ts";
import { type Services, startServices } from "./services.ts";
import { openMailEvents } from "./ses-events.ts";
import { refuseWrongSettings } from "./settings.ts";
import { startShop } from "./shop.ts";
import { type ShutdownSteps, shutDown } from "./shutdown.ts";
import { type Network, openNetwork } from "./social/store.ts";
import { SOCIAL_SEGMENT, socialMount } from "./social-mount.ts";
import { openStateFolder, SHOP_FILE } from "./state-folder.ts";
import { platformBilling } from "./stripe/platform.ts";
import { startStripe } from "./stripe/server.ts";
import { openWebhooks } from "./webhooks.ts";

interface StackOptions {
  /** Folder of the state; in memory without it. */
  dir?: string;
  /** The API's port; any free one by default. Other servers use the ports after it if those are free. */
  port?: number;
  /** Whether to empty the folder first. */
  fresh?: boolean;
  /** The operations and workers to run; by default the project's own. */
  manifest?: Manifest;
  /** Replaces variables of the stack, such as `BUDGETS`. */
  environment?: Record<string, string>;
  /** Whether scheduled workers run by the clock, which is the default; else they run only by `tick`. */
  everyMinute?: boolean;
}

export interface Stack
  extends Addresses,
    Pick<Pumps, "drain" | "pause" | "resume" | "hold" | "release" | "tick"> {
  /**
   * Variables of the functions, which are set in this process until `stop`. Another process that calls
   * functions must set them too.
   */
  readonly environment: Environment;
  /** Resolves if the emulator of DynamoDB ends by itself. Only `stop` works then. */
  readonly gone: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the whole system on this machine. Several stacks can run at once, each in its own process. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const ends: ShutdownSteps = [];
  let gone = new Promise<void>(() => undefined);
  const stop = () => shutDown(ends, gone);
  try {
    const { services, ...stack } = await startParts(options, ends);
    gone = services.gone.then(() => console.error("DynamoDB (dynoxide) has ended by itself."));
    return { ...stack, gone, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  options: StackOptions,
  ends: ShutdownSteps,
): Promise<Omit<Stack, "gone" | "stop"> & { services: Services }> {
  refuseWrongSettings({ ...process.env, ...options.environment });
  const gateway = await openGateway(options.port ?? 0);
  ends.push(gateway.stop);
  const folder = options.dir === undefined ? undefined : openStateFolder(options.dir, options.fresh ?? false);
  if (folder) ends.push(folder.release);
  const secrets = stackSecrets(folder?.path);
  // Set early, because importing the manifest loads the logger, which then reads its level.
  ends.push(applyEnvironment({ LOG_LEVEL: options.environment?.LOG_LEVEL ?? logLevel() }));
  const [services, manifest] = await Promise.all([
    startServices(folder?.path, options.port),
    options.manifest ?? import("#functions/manifest.ts"),
  ]);
  ends.push(services.stop);
  const stripe = await startStripe();
  ends.push(stripe.stop);
  const api = gateway.address;
  const own = stackEnvironment({ api, aws: services.endpoints, foreign: services.foreign, secrets });
  const environment: Environment = {
    ...own,
    STRIPE_API: stripe.url,
    ...platformBilling(stripe, gateway.address, own.PLANS),
    ...(process.env.PAYMENTS ? { PAYMENTS: process.env.PAYMENTS } : {}),
    ...options.environment,
  };
  const clients = makeClients(environment);
  ends.push(() => {
    for (const client of Object.values(clients)) client.destroy();
  });
  const { streamArn, queues } = await provisionAll(clients, environment, manifest, services);
  await reportMails(clients, services, queues.get(MAIL_EVENTS_WORKER));
  ends.push(applyEnvironment(environment));
  const pumps = startPumps({
    manifest,
    environment,
    streamArn,
    queues,
    sqs: clients.sqs,
    emulators: services.emulators,
    dir: folder && makeFolder(join(folder.path, "streams")),
    foreignTable: services.foreign.dynamodb !== undefined,
    everyMinute: options.everyMinute ?? true,
  });
  ends.push(pumps.stop);
  const shop = await startShop({
    api,
    file: folder && join(folder.path, SHOP_FILE),
    port: options.port && options.port + SHOP_PORT_STEP,
  });
  ends.push(shop.stop);
  const addresses = { ...addressesOf(api, services), shop: shop.url };
  const webhooks = openWebhooks(folder && join(folder.path, "webhooks.json"));
  const network = openNetwork(folder && join(folder.path, "social.json"));
  ends.push(network.save, webhooks.save, gateway.stop);
  const demo = watchDemo(folder?.path, api);
  const mounts = {
    ...workerMounts(manifest, clients, environment),
    ...peopleMounts(api, environment, network),
    "": redirectToHome,
    _local: localMount({ addresses, pumps, webhooks, manifest, shop: shop.mount, demo }),
    [CONSOLE_SEGMENT]: consoleMount(
      api,
      folder?.path,
      new URL(environment.AWS_ENDPOINT_URL_S3 ?? api).origin,
    ),
  };
  const reload = options.manifest ? {} : { detectChanges, reload: renewedManifest() };
  gateway.serve({ manifest, ...reload, mounts, onChange: pumps.nudge });
  folder?.announce({ ...addresses, environment });
  return { ...addresses, environment, ...pumps, services };
}

const MANIFEST_FILE = fileURLToPath(new URL("../../functions/manifest.ts", import.meta.url));

/** Returns a function that imports the manifest again if its files have changed since its last call. */
function renewedManifest(): () => Promise<Manifest | undefined> {
  let version = versionOf(MANIFEST_FILE);
  return async () => {
    if (versionOf(MANIFEST_FILE) === version) return undefined;
    const next = versionOf(MANIFEST_FILE);
    const manifest: Manifest = await import("#functions/manifest.ts").catch(failToLoad);
    version = next;
    return manifest;
  };
}

/** Creates the resources that CloudFormation creates on AWS. */
async function provisionAll(
  clients: Clients,
  environment: Environment,
  { workers }: Manifest,
  { endpoints, foreign }: Services,
) {
  const { TABLE_NAME = "", MEDIA_BUCKET = "", VARIANTS_BUCKET = "" } = environment;
  const [streamArn, queues] = await Promise.all([
    provisionTable(clients.dynamo, TABLE_NAME),
    provisionQueues(clients.sqs, workers, foreign.sqs ? undefined : endpoints.sqs),
    provisionBuckets(clients.s3, [MEDIA_BUCKET, VARIANTS_BUCKET]),
  ]);
  const [first]: [string, Queue][] = [...queues];
  if (first) environment.QUEUE_URL_PREFIX = first[1].url.slice(0, -kebab(first[0]).length);
  return { streamArn, queues };
}

/** The shop's port minus the API's port. The emulators use the ports between them. */
const SHOP_PORT_STEP = 5;

/** The id of the worker that receives SES events. */
const MAIL_EVENTS_WORKER = "recordMailEvents";

async function reportMails({ sns }: Clients, { emulators, foreign }: Services, queue: Queue | undefined) {
  if (!queue || foreign.ses || foreign.sqs) return;
  const publish = await openMailEvents(sns, queue.arn);
  await emulators.onMail((mail) =>
    publish(mail).catch((error: unknown) => reportFailure("SES events", error)),
  );
}

function workerMounts(
  { workers, folder }: Manifest,
  { s3 }: Clients,
  environment: Environment,
): Record<string, Mount> {
  const { MEDIA_BUCKET = "", VARIANTS_BUCKET = "" } = environment;
  const urls = workers.filter(({ trigger }) => trigger.kind === "url");
  const functions = new Map(urls.map((worker) => [kebab(worker.id), workerFunction(worker, folder)]));
  const transform = functions.get("transform-image");
  return {
    _url: urlMount(functions),
    media: mediaMount({ s3, originals: MEDIA_BUCKET, variants: VARIANTS_BUCKET, transform }),
  };
}

/** Pages for people: identity provider, phone, account pages and social network, by first path segment. */
function peopleMounts(api: string, environment: Environment, network: Network): Record<string, Mount> {
  const { OIDC_CLIENT_ID: id = "", OIDC_CLIENT_SECRET: secret = "" } = environment;
  return {
    [OIDC_SEGMENT]: oidcMount(api, { id, secret }),
    [PHONE_SEGMENT]: phoneMount(),
    [APP_SEGMENT]: accountMount(api),
    [SOCIAL_SEGMENT]: socialMount(api, network),
  };
}

function addressesOf(api: string, { endpoints }: Services): Omit<Addresses, "shop"> {
  const page = `${api}/_local`;
  return {
    api,
    reference: `${api}/v1/reference`,
    inbox: `${page}/inbox`,
    webhooks: `${page}/webhooks`,
    social: `${api}/${SOCIAL_SEGMENT}`,
    aws: endpoints,
  };
}

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
