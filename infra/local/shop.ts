import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { BuildContext } from "esbuild";
import { html } from "#core/html.ts";
import { safeListener, urlOf } from "#infra/request-listener.ts";
import type { Mount } from "./gateway.ts";
import { page } from "./pages/layout.ts";
import { preferredOrAnyPort } from "./ports.ts";
import { readBody } from "./request-body.ts";

/**
 * The example shop: static pages at an origin of their own, which get the API's URL and the id of one store. The
 * starter project has them too.
 */
interface Shop {
  readonly url: string;
  /** Handles `/_local/shop`: GET redirects to the shop, and PUT sets its store. */
  readonly mount: Mount;
  stop(): Promise<void>;
}

interface ShopOptions {
  api: string;
  /** File for the store's id; in memory without it. */
  file?: string;
  port?: number;
}

const SHOP_FOLDER = join(import.meta.dirname, "shop");

/** Serves the shop. Each request for its code bundles the files as they are now. */
export async function startShop({ api, file, port }: ShopOptions): Promise<Shop> {
  let store = readStore(file);
  let bundler: Promise<BuildContext> | undefined;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = urlOf(request);
    if (pathname === "/shop.css")
      return sendText(response, "text/css", readFileSync(join(SHOP_FOLDER, "shop.css"), "utf8"));
    if (pathname === "/app.ts") {
      bundler ??= openBundler();
      const script = await bundleShop(bundler).catch((error: unknown) => scriptThatShows(String(error)));
      return sendText(response, "text/javascript", script);
    }
    if (store) sendText(response, "text/html", shopPage({ api, store }));
    else sendText(response, "text/html", EMPTY_PAGE, 503);
  };
  const server = createServer(safeListener("The example shop", serve));
  const url = `http://127.0.0.1:${await listen(server, await preferredOrAnyPort(port))}`;
  const mount: Mount = async ({ method }, incoming, response) => {
    if (method === "PUT") {
      store = storeIn(String(await readBody(incoming)));
      if (file) writeFileSync(file, JSON.stringify({ store }));
    }
    response.writeHead(method === "PUT" ? 204 : 302, { location: url }).end();
    return true;
  };
  const stop = async () => {
    await stopServer(server);
    await (await bundler)?.dispose();
  };
  return { url, mount, stop };
}

// Opened at the first request, so that starting the stack stays fast. It reads only changed files again.
async function openBundler(): Promise<BuildContext> {
  const { context } = await import("esbuild");
  return context({
    entryPoints: [join(SHOP_FOLDER, "app.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    conditions: ["@storefront-backend/source"],
    write: false,
    logLevel: "silent",
  });
}

async function bundleShop(bundler: Promise<BuildContext>): Promise<string> {
  const { outputFiles } = await (await bundler).rebuild();
  return outputFiles?.[0]?.text ?? "";
}

// Shown in the page, because a browser shows no reply to a failed script.
function scriptThatShows(text: string): string {
  return `document.body.replaceChildren(Object.assign(document.createElement("pre"), { textContent: ${JSON.stringify(text)} }))`;
}

function shopPage({ api, store }: { api: string; store: string }): string {
  const frame = readFileSync(join(SHOP_FOLDER, "index.html"), "utf8");
  return frame.replace("%VITE_API%", `${html`${api}`}`).replace("%VITE_STORE%", `${html`${store}`}`);
}

const EMPTY_PAGE = page(
  "The shop is empty",
  html`<h1>The shop is empty</h1><p>It sells what the seed makes. Run this in another terminal, then come back:</p>
<pre tabindex="0">npm run seed</pre>`,
  { script: "setTimeout(() => location.reload(), 3000)" },
);

function readStore(file: string | undefined): string | undefined {
  try {
    return file && storeIn(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function storeIn(text: string): string {
  return String(Object(JSON.parse(text)).store);
}

function sendText(response: ServerResponse, type: string, text: string, status = 200): void {
  response.writeHead(status, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-cache" });
  response.end(text);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
