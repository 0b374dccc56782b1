import { Session } from "node:inspector/promises";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { storefrontCarts } from "#functions/commerce/carts/routes.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { conversations, supportAgents } from "#functions/engagement/support/routes.ts";
import { ok } from "#test/support/client.ts";
import { BY_CARD } from "#test/support/orders.ts";
import { createGoods, openShop, type Shop, visitorWithCart } from "#test/support/shop.ts";
import { FRONT_DESK } from "#test/support/support.ts";
import { invoke, sourceHandler } from "./handlers.ts";
import { textTable, withoutOutput } from "./measure.ts";
import type { Scenario } from "./scenario.ts";

export const name = "walk: the files, domains and functions that one warm call enters";

const PROJECT_ROOT = resolve(import.meta.dirname, "../..");
const WARM_UP = 5;
/** Enforces DynamoDB's limits on emulators. Not counted: deployed functions never load it. */
const EMULATOR_ONLY_FILE = "lib/core/dynamo/limits.ts";

interface WalkScenario extends Scenario {
  /** Goal: the most files that the call may enter. */
  files: number;
}

/** Counts the code that one warm call runs, by V8's coverage of each function. */
export async function run(): Promise<string> {
  const shop = await openShop({ units: 1000 });
  const rows = [["one warm call", "files", "goal", "of lib/core", "domains", "functions"]];
  const listed: string[] = [];
  for (const walk of await walkScenarios(shop)) {
    const entered = await withoutOutput(() => filesEnteredBy(walk));
    const files = [...entered.keys()].sort();
    const coreFiles = files.filter((file) => file.startsWith("lib/core/"));
    const domains = new Set(files.flatMap(domainOf));
    const functions = [...entered.values()].reduce((sum, each) => sum + each, 0);
    rows.push([
      walk.label,
      String(files.length),
      String(walk.files),
      String(coreFiles.length),
      String(domains.size),
      String(functions),
    ]);
    if (process.env.BENCH_LIST) listed.push(`${walk.label}\n${files.map((file) => `  ${file}`).join("\n")}`);
  }
  return [textTable(rows), ...listed, "With BENCH_LIST=1 it names the files."].join("\n\n");
}

async function walkScenarios(shop: Shop): Promise<WalkScenario[]> {
  const { id: storeId, owner } = shop;
  const cup = await createGoods(shop, "cup", { amount: 900, units: 1000, weight: 200 });
  const lines = (quantity: number) => [{ ...cup, quantity }];
  const shopper = await visitorWithCart(shop, lines(1));
  const desk = { ...FRONT_DESK, key: "desk", status: "active" as const };
  await ok(supportAgents.createSupportAgent, { params: { storeId }, as: owner, body: desk });
  const talk = await ok(conversations.startConversation, {
    params: { storeId },
    body: { agent_key: "desk" },
  });
  return [
    {
      label: "checkout",
      files: 75,
      operation: storefrontCarts.checkoutVisitorCart,
      request: async () => {
        const { as, cart } = await visitorWithCart(shop, lines(1));
        return { params: { storeId, cartId: cart.id }, token: as.token, body: BY_CARD };
      },
    },
    {
      label: "cart change",
      files: 50,
      operation: storefrontCarts.updateVisitorCart,
      request: (index) => ({
        params: { storeId, cartId: shopper.cart.id },
        token: shopper.as.token,
        body: { items: lines(1 + (index % 7)) },
      }),
    },
    {
      label: "list of products",
      files: 40,
      operation: products.listProducts,
      request: () => ({ params: { storeId }, query: { limit: "50" } }),
    },
    {
      label: "chat message",
      files: 50,
      operation: conversations.sendMessage,
      request: (index) => ({
        params: { storeId, conversationId: talk.id },
        headers: { "x-support-token": talk.support_token ?? "" },
        body: { input: { type: "text", content: `Is it there yet? ${index}` } },
      }),
    },
  ];
}

/** The files that a call enters, with the number of functions that run in each. */
async function filesEnteredBy({ operation, request }: Scenario): Promise<Map<string, number>> {
  const handler = await sourceHandler(operation);
  for (let index = 0; index < WARM_UP; index++) await invoke(handler, operation, await request(index));
  const next = await request(WARM_UP);
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    // Taking the coverage resets the counts.
    await session.post("Profiler.takePreciseCoverage");
    await invoke(handler, operation, next);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return new Map(
      result.flatMap(({ url, functions }): [string, number][] => {
        const file = projectFileOf(url);
        const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length;
        return file === undefined || ran === 0 ? [] : [[file, ran]];
      }),
    );
  } finally {
    session.disconnect();
  }
}

/** The path of a file of the project that is deployed, relative to the root. */
function projectFileOf(url: string): string | undefined {
  if (!url.startsWith("file:")) return undefined;
  const path = relative(PROJECT_ROOT, fileURLToPath(url));
  return /^(lib|functions)\//.test(path) && path !== EMULATOR_ONLY_FILE ? path : undefined;
}

/** `lib/commerce/carts/pricing.ts` belongs to `commerce/carts`; `lib/core` is no domain. */
function domainOf(file: string): string[] {
  const [, group, domain] = file.split("/");
  return group === undefined || group === "core" || domain === undefined || domain.includes(".")
    ? []
    : [`${group}/${domain}`];
}
