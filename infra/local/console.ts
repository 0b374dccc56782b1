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

/** Milliseconds for which the sources count as they are. */
const FRESH = 1_000;
/**
 * Serves the console as its distribution does on AWS. A child process builds it at the first request, if the sources are
 * others than at the last build: the stack itself becomes neither slower nor larger.
 *
 * @param files where the buckets are
 */
export function consoleMount(api: string, state: string | undefined, files: string): Mount {
  // Whole, since the build has a folder of its own that it begins in.
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
  let known = { name: "", until: 0 };
  return ({ method, segments }, _incoming, response) => {
    if (method !== "GET" && method !== "HEAD") return false;
    const file = segments.slice(1).join("/");
    if (file === "config.json") return send(response, 200, JSON.stringify(own(config)), "config.json");
    if (!canBuild()) return send(response, 503, absentPage());
    const folder = join(builds, nameNow());
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

  // The files of one visit come at once: what they are made of is looked at once for all of them.
  function nameNow(): string {
    if (Date.now() > known.until) known = { name: sourcesHash(), until: Date.now() + FRESH };
    return known.name;
  }

  function own(given: ConsoleConfig): ConsoleConfig {
    // A browser may know this machine by another name than the stack does: then the API is at that name too.
    return { ...given, api: "" };
  }

  function send(response: ServerResponse, status: number, body: string | Buffer, file = "index.html"): true {
    response.writeHead(status, {
      ...consoleHeaders(config),
      "content-type": contentTypeOf(file),
      "cache-control": cacheControlOf(file),
      // The policy lets this page run no script, so the browser itself asks again.
      ...(status === 503 && canBuild() ? { refresh: "1" } : {}),
    });
    response.end(body);
    return true;
  }

  function serve(response: ServerResponse, all: string, folder: string, file: string): true {
    const path = extname(file) ? file : "index.html";
    // A tab that was opened before finds the files that it was made of in an older build.
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

function absentPage(): string {
  return page(
    "The console",
    html`<h1>The console</h1><p>Its packages are not part of the first install. Run this once in another terminal, then reload:</p>
<pre tabindex="0">${INSTALL_COMMAND}</pre>`,
  );
}
