import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { resolve } from "node:path";
import type * as esbuild from "esbuild";
import { kebab } from "#core/http/contract.ts";
import { computedModule } from "./build-computed.ts";

/** The entry of a domain's dispatcher. */
export const DISPATCHER = "dispatch";

/** A handler and the route that it answers. */
interface Routed {
  id: string;
  /** Set where it is bundled apart, in a folder of that name. */
  guest?: string;
  /** From the root of the project. */
  file: string;
  /** `GET /v1/…` */
  routeKeys?: readonly string[];
  /** Worker, in kebab case, that messages of a shared queue are addressed to. */
  addressee?: string;
}

/**
 * Built-ins come from `process.getBuiltinModule`: importing them as ES modules makes Node copy every export
 * before the first line runs, a third of the cold start; and bundled CommonJS gets its `require` of them this way too.
 * What is imported by name is read by itself, and what nothing imports is left out.
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
      contents: `module.exports = ${builtin(path)};`,
      loader: "js",
    }));
    onLoad({ filter: /.*/, namespace: "named-builtin" }, ({ path }) => ({
      contents: [
        `const all = /* @__PURE__ */ ${builtin(path)};\nexport default all;`,
        ...namesIn(path).map((name) => `export const ${name} = /* @__PURE__ */ (() => all.${name})();`),
      ].join("\n"),
      loader: "js",
    }));
  },
};

function builtin(path: string): string {
  return `process.getBuiltinModule(${JSON.stringify(`node:${path}`)})`;
}

/** Built-ins that load or open something when they are asked for some of their values, as `http.WebSocket` does. */
const LAZY = new Set(["http", "process"]);

/** What can be imported from a built-in by name. */
function namesIn(path: string): string[] {
  const all = Object.getOwnPropertyDescriptors(process.getBuiltinModule(`node:${path}`) ?? {});
  return Object.entries(all)
    .filter(([name, { get }]) => /^[A-Za-z_$][\w$]*$/.test(name) && !(get && LAZY.has(path)))
    .map(([name]) => name)
    .filter((name) => name !== "default" && name !== "all");
}

/** pdfkit loads its fonts by a `require` that it makes itself, which a bundler does not see. */
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

/** Puts values in place of the modules that compute them from the manifest. */
export const computedModules: esbuild.Plugin = {
  name: "computed",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = computedModule(path);
      return contents === undefined ? null : { contents, loader: "js" };
    });
  },
};

/** Puts the settings of a deployment into what is bundled of `lib/core/given.ts`. */
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

/** A handler's file in the folder of its asset. */
export function bundlePath({ guest, id }: { guest?: string; id: string }): string {
  return `${guest ? `${guest}/` : ""}${kebab(id)}.mjs`;
}

const UNKNOWN_ROUTE = resolve(import.meta.dirname, "unknown-route.ts");

/** The entry of several operations, or of several workers of one queue: loads a handler when it is first called, so a cold start stays that of one. */
export function dispatcher(list: readonly Routed[], root: string): esbuild.Plugin {
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
${shared ? SHIFT : ROUTES}`,
        resolveDir: root,
        loader: "js",
      }));
    },
  };
}

const SHIFT = `import { shift } from ${JSON.stringify(resolve(import.meta.dirname, "../lib/core/queue/shift.ts"))};
export const handler = shift(handlers);`;

// A route of every method brings methods that no operation takes, too; a greedy one brings paths.
const ROUTES = `import { makeRouter } from ${JSON.stringify(resolve(import.meta.dirname, "../lib/core/http/router.ts"))};
const unknown = () => import(${JSON.stringify(UNKNOWN_ROUTE)});
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
