import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { resolve } from "node:path";
import type * as esbuild from "esbuild";
import { kebab } from "#core/http/contract.ts";
import { computedModule } from "./build-computed.ts";

export const DISPATCHER = "dispatch";

/** A handler and the route that it answers. */
interface RoutedHandler {
  id: string;
  /** Its own domain, when it is deployed with another one's code. */
  guest?: string;
  /** Path from the root of the project. */
  file: string;
  /** `GET /v1/…` */
  routeKeys?: readonly string[];
  /** Kebab-case name of the worker to which messages of a shared queue are addressed. */
  addressee?: string;
}

/**
 * Loads built-ins by `process.getBuiltinModule`: an ES import makes Node copy every export first, a third of
 * the cold start. Bundled CommonJS gets its `require` of built-ins this way too.
 */
export const builtins: esbuild.Plugin = {
  name: "builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[a-z]/ }, ({ path, kind }) => {
      if (!isBuiltin(path)) return null;
      const namespace = kind === "require-call" ? "builtin" : "named-builtin";
      return { path: path.replace(/^node:/, ""), namespace, sideEffects: false };
    });
    onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = ${builtinModule(path)};`,
      loader: "js",
    }));
    onLoad({ filter: /.*/, namespace: "named-builtin" }, ({ path }) => ({
      contents: [
        `const all = /* @__PURE__ */ ${builtinModule(path)};\nexport default all;`,
        ...exportNames(path).map((name) => `export const ${name} = /* @__PURE__ */ (() => all.${name})();`),
      ].join("\n"),
      loader: "js",
    }));
  },
};

function builtinModule(path: string): string {
  return `process.getBuiltinModule(${JSON.stringify(`node:${path}`)})`;
}

/** Built-ins with values that load more code when they are read, such as `http.WebSocket`. */
const LAZY_MODULES = new Set(["http", "process"]);

function exportNames(path: string): string[] {
  const all = Object.getOwnPropertyDescriptors(process.getBuiltinModule(`node:${path}`) ?? {});
  return Object.entries(all)
    .filter(([name, { get }]) => /^[A-Za-z_$][\w$]*$/.test(name) && !(get && LAZY_MODULES.has(path)))
    .map(([name]) => name)
    .filter((name) => name !== "default" && name !== "all");
}

/** Bundles pdfkit's fonts, which it loads by a `require` that a bundler does not see. */
export const standardFonts: esbuild.Plugin = {
  name: "standard-fonts",
  setup({ onLoad }) {
    onLoad({ filter: /pdfkit[\\/]js[\\/]pdfkit\.node\.mjs$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replaceAll("require$1('#standard-fonts/", "require('pdfkit/standard-fonts/");
      if (contents === text) throw new Error("pdfkit loads its fonts in another way.");
      return { contents, loader: "js" };
    });
  },
};

/** Replaces modules that compute values from the manifest by their values. */
export const computedModules: esbuild.Plugin = {
  name: "computed",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = computedModule(path);
      return contents === undefined ? null : { contents, loader: "js" };
    });
  },
};

/** Writes the deployment's settings into the bundled `lib/core/given.ts`. */
export function settingsPlugin(settings: Readonly<Record<string, string>>): esbuild.Plugin {
  return {
    name: "given-settings",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]lib[\\/]core[\\/]given\.ts$/ }, () => ({
        contents: `export const given = ${JSON.stringify(settings)};`,
        loader: "js",
      }));
    },
  };
}

export function bundlePath({ guest, id }: { guest?: string; id: string }): string {
  return `${guest ? `${guest}/` : ""}${kebab(id)}.mjs`;
}

const UNKNOWN_ROUTE_FILE = resolve(import.meta.dirname, "unknown-route.ts");

/**
 * The entry for several operations, or several workers of one queue. It loads a handler at its first call, so
 * that a cold start loads one handler only.
 */
export function dispatcher(list: readonly RoutedHandler[], root: string): esbuild.Plugin {
  const apart = new Set<string>();
  const loaders = list.flatMap((each) => {
    const { routeKeys, addressee = "", file, guest } = each;
    const path = `./${guest ? bundlePath(each) : file}`;
    if (guest) apart.add(path);
    return (routeKeys ?? [addressee]).map(
      (key) => `${JSON.stringify(key)}: () => import(${JSON.stringify(path)}),`,
    );
  });
  const shared = list.some(({ addressee }) => addressee !== undefined);
  return {
    name: "dispatcher",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${DISPATCHER}$`) }, ({ kind }) =>
        kind === "entry-point" ? { path: DISPATCHER, namespace: DISPATCHER } : null,
      );
      onResolve({ filter: /^\.\// }, ({ path, namespace }) =>
        namespace === DISPATCHER && apart.has(path) ? { path, external: true } : null,
      );
      onLoad({ filter: /.*/, namespace: DISPATCHER }, () => ({
        contents: `const handlers = {\n${loaders.join("\n")}\n};
${shared ? QUEUE_ENTRY : ROUTER_ENTRY}`,
        resolveDir: root,
        loader: "js",
      }));
    },
  };
}

const QUEUE_ENTRY = `import { sharedQueueHandler } from ${JSON.stringify(resolve(import.meta.dirname, "../lib/core/queue/shared-queue.ts"))};
export const handler = sharedQueueHandler(handlers);`;

// Routes with `ANY` or `{proxy+}` also bring requests that no operation takes.
const ROUTER_ENTRY = `import { makeRouter } from ${JSON.stringify(resolve(import.meta.dirname, "../lib/core/http/router.ts"))};
const unknown = () => import(${JSON.stringify(UNKNOWN_ROUTE_FILE)});
const split = (key) => ({ key, method: key.slice(0, key.indexOf(" ")), path: key.slice(key.indexOf(" ") + 1) });
let router;
const found = (event) => {
  router ??= makeRouter(Object.keys(handlers).map(split));
  return router(event.requestContext.http.method, event.rawPath.split("/").slice(1));
};
export const handler = async (event, context) => {
  const route = event.routeKey.replace(/^ANY /, event.requestContext.http.method + " ");
  if (Object.hasOwn(handlers, route)) return (await handlers[route]()).handler({ ...event, routeKey: route }, context);
  const match = event.routeKey.endsWith("{proxy+}") ? found(event) : undefined;
  if (!match) return (await unknown()).handler(event, context);
  const { entry, pathParameters } = match;
  return (await handlers[entry.key]()).handler({ ...event, routeKey: entry.key, pathParameters }, context);
};`;
