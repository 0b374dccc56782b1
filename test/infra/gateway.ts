import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as lambda from "aws-cdk-lib/aws-lambda";
import * as z from "zod";
import { kebab, type Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";
import type { Config } from "#infra/config.ts";
import { propertiesOf, synthesise } from "./synthesis.ts";

const Route = z.object({
  RouteKey: z.string(),
  Target: z.object({
    "Fn::Join": z.tuple([z.literal(""), z.tuple([z.string(), z.object({ Ref: z.string() })])]),
  }),
});
const Integration = z.object({ IntegrationUri: z.unknown() });
const LambdaFunction = z.object({ FunctionName: z.string(), Handler: z.string() });

type ParsedRoute = { method: string; parts: readonly string[]; key: string };

interface GatewayRoute extends ParsedRoute {
  /** Domain and file of the code that answers, `<domain>/<file>`. */
  handler: string;
  /** Name of the stack that has the route. */
  stack: string;
  logicalId: string;
}

/** The answer of a stub handler: its id, and what it received. */
interface Answer {
  id?: string;
  routeKey?: string;
  pathParameters?: Record<string, string>;
  statusCode?: number;
  body?: string;
  headers?: Record<string, string>;
}

type Handler = (event: object, context: object) => Promise<Answer>;

/** Routes requests as the templates say, to real dispatchers with stub handlers. */
export class SynthesisedApi {
  readonly routes: readonly GatewayRoute[];
  private readonly root: string;

  /** @param root folder of the stub bundles */
  constructor(
    config: Config,
    manifest: { operations: readonly Operation[]; workers: readonly Worker[] },
    root: string,
  ) {
    this.root = root;
    const codeOf = (domain: string) => ({
      assetIn: () => lambda.Code.fromInline("exports.handler = async () => ({})"),
      handlerOf: (id: string) => `${domain}/${kebab(id)}`,
    });
    const { ofType } = synthesise(config, manifest, { codeOf });
    const functions = ofType("AWS::Lambda::Function").flatMap(
      ({ properties }) => LambdaFunction.safeParse(properties).data ?? [],
    );
    const handlers = new Map(functions.map((each) => [each.FunctionName, each.Handler]));
    const integrations = new Map(
      ofType("AWS::ApiGatewayV2::Integration").map((each) => {
        const name =
          /:function:([\w-]+)/.exec(JSON.stringify(propertiesOf(Integration, each).IntegrationUri))?.[1] ??
          "";
        return [`${each.stack} ${each.logicalId}`, handlers.get(name) ?? ""];
      }),
    );
    this.routes = ofType("AWS::ApiGatewayV2::Route").map((each) => {
      const { RouteKey: key, Target } = propertiesOf(Route, each);
      const handler = integrations.get(`${each.stack} ${Target["Fn::Join"][1][1].Ref}`) ?? "";
      return { ...parseRouteKey(key), handler, stack: each.stack, logicalId: each.logicalId };
    });
  }

  chosen(method: string, path: string): GatewayRoute | undefined {
    return chooseRoute(this.routes, method, path);
  }

  /** The answer to a request. */
  async ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.askAt(this.chosen(method, path), method, path, headers);
  }

  /** Calls a given route. */
  async askAt(route: GatewayRoute | undefined, method: string, path: string, headers = {}): Promise<Answer> {
    if (!route) throw new Error("There is no default.");
    const parts = path.split("/").slice(1);
    const slots = route.parts.flatMap((part, index) => {
      const name = /^\{(\w+)\+?\}$/.exec(part)?.[1];
      return name ? [[name, part.endsWith("+}") ? parts.slice(index).join("/") : (parts[index] ?? "")]] : [];
    });
    const http = { method, path };
    const event = {
      routeKey: route.key,
      rawPath: path,
      headers,
      pathParameters: Object.fromEntries(slots),
      requestContext: { requestId: "r", http },
    };
    const { handler }: { handler: Handler } = createRequire(import.meta.url)(
      join(this.root, "out", `${route.handler}.mjs`),
    );
    return handler(event, {});
  }
}

/** Parses a route's key. */
export function parseRouteKey(key: string): ParsedRoute {
  const [method = "", path = ""] = key.split(" ");
  return { method, parts: path.split("/").slice(1), key };
}

/**
 * The route that API Gateway chooses: a full path, then a greedy one, then the default; among several, the
 * most specific. See
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function chooseRoute<R extends ParsedRoute>(
  routes: readonly R[],
  method: string,
  path: string,
): R | undefined {
  const parts = path.split("/").slice(1);
  const fitting = routes.filter(
    (each) => (each.method === method || each.method === "ANY") && matchesParts(each, parts),
  );
  const isGreedy = ({ parts: own }: R) => own.at(-1) === "{proxy+}";
  const best = (list: readonly R[]) =>
    list.toSorted((one, other) => (routeRank(one) < routeRank(other) ? -1 : 1))[0];
  const whole = fitting.filter((each) => !isGreedy(each) && each.parts.length === parts.length);
  const greedy = fitting.filter((each) => isGreedy(each) && each.parts.length <= parts.length);
  return best(whole) ?? best(greedy) ?? routes.find(({ key }) => key === "$default");
}

function matchesParts({ parts: own }: ParsedRoute, parts: readonly string[]): boolean {
  return own.every((part, index) => (part.startsWith("{") ? parts[index] !== "" : part === parts[index]));
}

// Sorts fixed parts before slots, slots before greedy parts, and methods before `ANY`.
function routeRank({ parts, method }: ParsedRoute): string {
  const kinds = parts.map((part) => (part.endsWith("+}") ? "2" : part.startsWith("{") ? "1" : "0"));
  return `${kinds.join("")}${method === "ANY" ? "1" : "0"}`;
}

/** Bundles a manifest with stub handlers that answer their own id. */
export async function bundleStubs(
  manifest: { operations: readonly Operation[]; workers: readonly Worker[] },
  root: string,
): Promise<void> {
  const all = sources(manifest);
  for (const { file, id } of all) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    const text = `export const handler = async ({ routeKey, pathParameters }) => ({ id: ${JSON.stringify(id)}, routeKey, pathParameters: pathParameters ?? {} });`;
    writeFileSync(join(root, file), text);
  }
  const unknown = join(root, "unknown-route.ts");
  const real = join(import.meta.dirname, "../../infra/unknown-route.ts");
  writeFileSync(unknown, `export { handler } from ${JSON.stringify(real)};`);
  await build([...all, { domain: "gateway", id: "unknownRoute", file: "unknown-route.ts" }], {
    outDir: join(root, "out"),
    root,
  });
}
