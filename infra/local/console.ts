import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { html } from "#core/html.ts";
import { buildConsole, olderBuilds } from "#infra/console-build.ts";
import { canBuild, INSTALL_COMMAND, sourcesHash } from "#infra/console-files.ts";
import {
  type ConsoleConfig,
  cacheControlOf,
  consoleHeaders,
  contentTypeOf,
  LANGUAGES,
} from "#infra/console-policy.ts";
import type { Mount } from "./gateway.ts";
import { page } from "./pages/layout.ts";
import { STATE_DIR } from "./state-folder.ts";

/** Milliseconds for which the hash of the console's source files is reused. */
const HASH_LIFE_MS = 1_000;
/**
 * Serves the console as CloudFront does. The first request builds it in a child process if its sources have
 * changed, so that starting the stack stays fast. `files`: URL of the buckets.
 */
export function consoleMount(api: string, state: string | undefined, files: string): Mount {
  // Every build in this folder is complete, because it is made elsewhere and then moved here.
  const builds = resolve(state ?? STATE_DIR, "console");
  const config: ConsoleConfig = {
    api,
    media: api,
    signIn: ["code"],
    languages: LANGUAGES,
    connect: [files],
    sandbox: true,
  };
  let building: Promise<string> | undefined;
  let failed: string | undefined;
  let cachedName = { name: "", until: 0 };
  return ({ method, segments }, _incoming, response) => {
    if (method !== "GET" && method !== "HEAD") return false;
    const file = segments.slice(1).join("/");
    if (file === "config.json")
      return send(response, 200, JSON.stringify(withLocalApi(config)), "config.json");
    if (!canBuild()) return send(response, 503, missingPackagesPage());
    const folder = join(builds, currentName());
    if (!existsSync(folder)) {
      if (failed !== folder) {
        building ??= buildConsole(builds, folder).finally(() => {
          building = undefined;
        });
        building.catch((error: unknown) => {
          failed = folder;
          console.error(`The console was not built: ${error}`);
        });
      }
      return send(response, failed === folder ? 500 : 503, waitingPage(failed === folder));
    }
    return serve(response, builds, folder, file);
  };

  // One visit requests many files at once, so all of them use one computed hash.
  function currentName(): string {
    if (Date.now() > cachedName.until) cachedName = { name: sourcesHash(), until: Date.now() + HASH_LIFE_MS };
    return cachedName.name;
  }

  function withLocalApi(stackConfig: ConsoleConfig): ConsoleConfig {
    // A browser may use another host name for this machine, so the API's address is relative.
    return { ...stackConfig, api: "" };
  }

  function send(response: ServerResponse, status: number, body: string | Buffer, file = "index.html"): true {
    response.writeHead(status, {
      ...consoleHeaders(config),
      "content-type": contentTypeOf(file),
      "cache-control": cacheControlOf(file),
      // The security policy forbids scripts on the waiting page, so a header makes the browser reload it.
      ...(status === 503 && canBuild() ? { refresh: "1" } : {}),
    });
    response.end(body);
    return true;
  }

  function serve(response: ServerResponse, all: string, folder: string, file: string): true {
    const path = extname(file) ? file : "index.html";
    // An open tab of the browser may request files of an older build.
    const found = [folder, ...olderBuilds(all, folder)]
      .map((each) => join(each, normalize(path)))
      .find((each) => existsSync(each));
    if (!found) return send(response, 404, "");
    return send(response, 200, readFileSync(found), path);
  }
}

function waitingPage(failed: boolean): string {
  return failed
    ? page(
        "The console was not built",
        html`<h1>The console was not built</h1><p>The stack's terminal says why.</p>`,
      )
    : page("Building", html`<h1>Building</h1><p>The console is built once, in a few seconds.</p>`);
}

function missingPackagesPage(): string {
  return page(
    "The console",
    html`<h1>The console</h1><p>Its packages are not part of the first install. Run this once in another terminal, then reload:</p>
<pre tabindex="0">${INSTALL_COMMAND}</pre>`,
  );
}
