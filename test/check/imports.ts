/** Whether a file may import another file of the project. */
export function mayImport(path: string, imported: string): boolean {
  if (imported.startsWith("test/")) return path.startsWith("test/");
  if (path.startsWith("test/")) return true;
  if (ALLOWED_IMPORTS[path]?.some((allowed) => imported === allowed || inFolder(imported, allowed)))
    return true;
  if (path.startsWith("lib/core/")) return imported.startsWith("lib/core/");
  if (path.startsWith("lib/")) return libMayImport(path, imported);
  if (path.startsWith("functions/")) return functionMayImport(path, imported);
  return (
    path.startsWith("infra/") &&
    INFRA_IMPORTS.some((allowed) => imported === allowed || inFolder(imported, allowed))
  );
}

/**
 * The areas from left to right. A file may import from its own area and those to its left. `system`, or a
 * handler, combines several areas.
 */
const AREAS: readonly (readonly string[])[] = [
  ["tenancy"],
  ["content"],
  ["money"],
  ["booking"],
  ["commerce"],
  ["delivery", "engagement"],
  ["system"],
];

/** Whether a domain imports from an area that is not to its left. Handlers may import from all. */
export function isBackwards(path: string, imported: string): boolean {
  const [from, to] = [areaIn("lib", path), areaIn("lib", imported)];
  if (from === undefined || to === undefined || from === to) return false;
  const place = (area: string) => AREAS.findIndex((names) => names.includes(area));
  return place(from) < 0 || place(to) < 0 || place(to) >= place(from);
}

const STAND_INS = [
  /^infra\/local\/(stripe|social)\//,
  /^infra\/local\/(oidc|phone|ses|social)(-\w+)?\.ts$/,
  /^test\/support\/networks\//,
  /^test\/support\/(inspector|model|shippo|slow-proxy)\.ts$/,
];

/** Whether a file is a stand-in for another product, such as a payment provider or a carrier. */
export function isStandIn(path: string): boolean {
  return STAND_INS.some((folder) => folder.test(path));
}

export function areaOf(path: string): string | undefined {
  const [, layer, area] = /^(lib|functions)\/([\w-]+)\/[\w-]+\//.exec(path) ?? [];
  return area === undefined || area === "core" ? undefined : `${layer}/${area}`;
}

export function domainOf(path: string): string | undefined {
  return areaOf(path) && path.split("/").slice(0, 3).join("/");
}

function areaIn(layer: string, path: string): string | undefined {
  const [root, area] = areaOf(path)?.split("/") ?? [];
  return root === layer ? area : undefined;
}

/** The file that connects handlers with lib/core. */
const LAMBDA_FILE = "functions/lambda.ts";

/** Records of permissions, which several domains of `tenancy` write and every request reads. */
const ACCESS_FILE = "lib/tenancy/access/records.ts";

/** Packages that only one place may import, besides the local stack and the tests. */
export const PACKAGE_OWNERS: { match: RegExp; place: string; or?: string }[] = [
  { match: /^@middy\//, place: "lib/core/http/lambda.ts" },
  { match: /^@aws-sdk\/(client-dynamodb|lib-dynamodb|util-dynamodb)$/, place: "lib/core/dynamo/" },
  { match: /^@aws-sdk\/(client-s3|s3-|lib-storage)/, place: "lib/core/storage" },
  { match: /^@aws-sdk\/client-sqs$/, place: "lib/core/queue/" },
  { match: /^(@aws-sdk\/client-ses|nodemailer)/, place: "lib/core/mail/" },
  { match: /^@aws-sdk\/client-secrets-manager$/, place: "lib/core/secrets.ts" },
  { match: /^@aws-lambda-powertools\//, place: "lib/core/log.ts" },
  { match: /^stripe$/, place: "lib/money/payments/stripe", or: "lib/money/subscriptions/stripe" },
  { match: /^sharp$/, place: "lib/content/media/transform.ts" },
];

/** What single files may import besides what their folder may. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  "infra/commands/client-types.ts": [
    "functions/openapi-document.ts",
    "lib/content/media/picture-document.ts",
  ],
  "infra/commands/console-types.ts": ["functions/openapi-document.ts"],
  "functions/openapi-document.ts": [
    "functions/manifest.ts",
    "functions/schemas.ts",
    "functions/error-examples.ts",
    "functions/field-descriptions.ts",
  ],
  "functions/reference-site.ts": ["functions/openapi-document.ts", "functions/lifecycles.ts"],
  "functions/system/platform/get-reference.ts": ["functions/reference-site.ts"],
  "functions/system/platform/get-reference-page.ts": ["functions/reference-site.ts"],
  "functions/llms-text.ts": ["functions/manifest.ts", "functions/openapi-document.ts"],
  "functions/system/platform/get-llms.ts": ["functions/llms-text.ts"],
  "functions/subscriptions.ts": ["functions/manifest.ts"],
  "functions/workflow-tools.ts": ["functions/manifest.ts"],
  "functions/due-scans.ts": ["functions/manifest.ts"],
  "functions/system/platform/look-for-due.worker.ts": ["functions/due-scans.ts"],
  "functions/system/platform/list-workflow-tools.ts": ["functions/workflow-tools.ts"],
  "functions/money/payments/decide-sandbox-checkout.ts": ["functions/payables.ts"],
  "functions/money/payments/refund-payment.ts": ["functions/payables.ts"],
  "functions/money/payments/return-from-payment.ts": ["functions/payables.ts"],
  "functions/system/platform/get-openapi.ts": ["functions/openapi-document.ts"],
  "functions/system/platform/fan-out.worker.ts": ["functions/subscriptions.ts"],
  "infra/build-computed.ts": [
    "lib/core/reference/script.ts",
    "functions/due-scans.ts",
    "functions/llms-text.ts",
    "functions/openapi-document.ts",
    "functions/reference-site.ts",
    "functions/subscriptions.ts",
    "functions/workflow-tools.ts",
    "lib/engagement/support/widget/script.ts",
    "lib/system/scripts/engine-file.ts",
  ],
  "infra/commands/snapshot.ts": [
    "functions/lifecycles.ts",
    "lib/core/dynamo/entity.ts",
    "lib/core/reference/states.ts",
  ],
  "infra/commands/admin.ts": [
    "lib/core/context.ts",
    "lib/delivery/mail/suppression.ts",
    "lib/system/sums",
    "lib/system/transfer",
    "lib/tenancy/people/make-super.ts",
  ],
  // Permissions and identities need the sender's email address.
  "infra/backend.ts": ["lib/core/mail/address.ts"],
  "infra/mail.ts": ["lib/core/mail/address.ts"],
  "infra/settings.ts": ["lib/core/mail/address.ts", "lib/tenancy/plans/schema.ts"],
  // Settings have the schemas of the code that reads them.
  "infra/environment.ts": [
    "lib/core/mail/address.ts",
    "lib/engagement/social/apps.ts",
    "lib/engagement/social/times.ts",
    "lib/money/subscriptions/stripe-account.ts",
    "lib/tenancy/plans/schema.ts",
  ],
  "infra/commands/restore.ts": ["lib/system/deletion/records.ts"],
  "infra/commands/restore-store.ts": ["lib/core/context.ts", "lib/system/transfer"],
  "infra/worker-groups.ts": ["lib/core/due/shards.ts", "lib/core/queue/message.ts"],
  "infra/local/demo-plans.ts": ["lib/tenancy/plans/schema.ts"],
  "infra/local/stripe/platform.ts": ["lib/tenancy/plans/schema.ts"],
  "infra/publish-console.ts": ["lib/core/storage.ts"],
  "infra/unknown-route.ts": ["lib/core/errors.ts", "lib/core/http/reply.ts"],
};

const INFRA_IMPORTS = [
  "infra",
  "functions/manifest.ts",
  "lib/core/http/contract.ts",
  "lib/core/http/caller.ts",
  "lib/core/http/router.ts",
  "lib/core/queue/contract.ts",
  "lib/core/dynamo/layout.ts",
  "lib/core/env.ts",
  "lib/core/closest-names.ts",
  "lib/core/scaled-timeout.ts",
  "lib/core/records-version.ts",
  "lib/core/seconds.ts",
  "lib/core/texts/language.ts",
  // Pages of the local stack use the HTML functions of lib/core.
  "lib/core/html.ts",
  "lib/core/http/page-style.ts",
  // The example shop uses the client.
  "lib/client",
  // A function of CloudFront is made from its source text.
  "lib/content/media/edge.ts",
];

/** Modules of lib/core that schemas may import. */
const SCHEMA_IMPORTS = [
  "lib/core/cut-text.ts",
  "lib/core/errors.ts",
  "lib/core/http/page.ts",
  "lib/core/loopback.ts",
  "lib/core/reachable.ts",
  "lib/core/places/phones.ts",
  "lib/core/places/states.ts",
  "lib/core/seconds.ts",
  "lib/core/texts/language.ts",
];

function libMayImport(path: string, imported: string): boolean {
  // The client is a package of its own.
  if (path.startsWith("lib/client/")) return imported.startsWith("lib/client/");
  const [, area = "", domain = "", file = ""] = path.split("/");
  const own = imported.startsWith(`lib/${area}/${domain}/`);
  if (path === "lib/system/deletion/records.ts") {
    return isTable(imported) || imported === ACCESS_FILE || imported.startsWith("lib/core/");
  }
  if (isSchema(file) || file === "errors.ts") {
    return SCHEMA_IMPORTS.includes(imported) || isSchema(base(imported));
  }
  if (isTable(path)) {
    const isCore =
      imported.startsWith("lib/core/dynamo/") ||
      ["lib/core/records/names.ts", "lib/core/seconds.ts"].includes(imported);
    const isView = base(imported) === "events.ts" || (own && base(imported) === "view.ts");
    const isLife = own && /^((.+-)?lifecycle|states)\.ts$/.test(base(imported));
    return isCore || isView || isLife || imported === ACCESS_FILE || (own && isSchema(base(imported)));
  }
  if (imported.startsWith("lib/core/")) return imported !== "lib/core/http/lambda.ts";
  return own || (imported.startsWith("lib/") && !isPrivate(imported));
}

function functionMayImport(path: string, imported: string): boolean {
  if (path === "functions/manifest.ts") {
    return (
      /^functions\/[\w-]+\/[\w-]+\/(routes|workers)\.ts$/.test(imported) || imported.endsWith("/contract.ts")
    );
  }
  if (path === "functions/field-descriptions.ts" && imported.endsWith("/field-descriptions.ts")) return true;
  if (imported === "lib/core/http/lambda.ts") return path === LAMBDA_FILE;
  if (imported.startsWith("lib/core/dynamo/") || imported === ACCESS_FILE) return false;
  if (imported.startsWith("lib/")) return !isPrivate(imported) || imported.startsWith("lib/core/");
  const folder = path.slice(0, path.lastIndexOf("/"));
  return [LAMBDA_FILE, `${folder}/routes.ts`, `${folder}/workers.ts`].includes(imported);
}

function isSchema(file: string): boolean {
  return /^(.+-)?schema(-.+)?\.ts$/.test(file);
}

function isTable(path: string): boolean {
  return /^(.+-)?table(-.+)?\.ts$/.test(base(path));
}

/** Whether only its own domain may import a file: its tables and its kind of record. */
function isPrivate(path: string): boolean {
  return isTable(path) || base(path) === "kind.ts";
}

function base(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function inFolder(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
