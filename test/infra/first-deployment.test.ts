import * as lambda from "aws-cdk-lib/aws-lambda";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as manifest from "#functions/manifest.ts";
import { type Config, configOf, ENVIRONMENTS } from "#infra/config.ts";
import { DELETIONS } from "./deletions.ts";
import { type Synthesis, synthesise } from "./synthesis.ts";

/** Properties that make a service refuse a deletion. */
const DELETION_BLOCKERS =
  /^(DeletionProtection\w*|TerminationProtection\w*|EnableTerminationProtection|LockConfiguration)$/;
const EmptiedBucket = z.object({ BucketName: z.object({ Ref: z.string() }) });
const systems = new Map(ENVIRONMENTS.map((name) => [name, synthesise(configOf(name, {}), manifest)]));

const domain = (name: string) => ({
  name,
  certificateArn: `arn:aws:acm:us-east-1:111122223333:certificate/${name}`,
});
/** Configurations that add, remove or move resources. */
const CONFIG_CHANGES: Readonly<Record<string, Partial<Config>>> = {
  "as it is": {},
  "with a function for each domain, without the console": { grain: "domain", console: false },
  "with own domains": {
    apiDomain: domain("api.shop.test"),
    consoleDomain: domain("console.shop.test"),
    mediaDomain: domain("media.shop.test"),
    reserved: { signIn: 5, media: 10, bulk: 5 },
    payments: {
      sandbox: false,
      billingSecretArn: "arn:aws:secretsmanager:eu-central-1:111122223333:secret:a",
    },
  },
};
const DEPLOYMENTS = ENVIRONMENTS.flatMap((name) =>
  Object.entries(CONFIG_CHANGES).map(([way, settings]) => ({ name, way, settings })),
);

describe.each(DEPLOYMENTS)("a failed first deployment of $name $way", ({ name, settings }) => {
  const config = { ...configOf(name, {}), ...settings };
  const { templates, ofType } = synthesise(config, manifest);
  const all = templates.flatMap(({ resources }) => resources);

  test("deletes everything: nothing refuses, and no fixed name stays", () => {
    const kept = all.filter(
      ({ attributes }) => !["Delete", "RetainExceptOnCreate"].includes(policyOf(attributes)),
    );
    expect(kept.map(({ logicalId }) => logicalId)).toEqual([]);
    const refusing = all.filter(({ properties }) =>
      Object.entries(properties).some(([key, value]) => DELETION_BLOCKERS.test(key) && value !== false),
    );
    expect(refusing.map(({ logicalId }) => logicalId)).toEqual([]);
  });

  test("empties buckets that fill by themselves first, as does a teardown", () => {
    const emptied = ofType("Custom::S3AutoDeleteObjects").map(
      (each) => EmptiedBucket.parse(each.properties).BucketName.Ref,
    );
    const going = ofType("AWS::S3::Bucket").filter(({ attributes }) => policyOf(attributes) === "Delete");
    expect(emptied.toSorted()).toEqual(going.map(({ logicalId }) => logicalId).toSorted());
    expect(going.length).toBeGreaterThanOrEqual(2);
  });

  test("has only types of resources whose deletion is documented", () => {
    const types = new Set(all.map(({ type }) => type));
    expect([...types].filter((type) => !DELETIONS[type])).toEqual([]);
  });

  test("has fixed names only where another resource can take the name", () => {
    const wrong = all.flatMap(({ type, logicalId, properties }) => {
      const reusable = DELETIONS[type]?.fixedName?.property;
      const fixed = fixedNames(properties, config).filter((path) => path !== reusable);
      return fixed.map((path) => `${logicalId}: ${path} of ${type}`);
    });
    expect(wrong).toEqual([]);
  });

  test("has no function that creates its log group by itself", () => {
    const making = all.filter(
      ({ type, properties }) =>
        type === "AWS::IAM::Role" && JSON.stringify(properties).includes("CreateLogGroup"),
    );
    expect(making).toEqual([]);
    const named = all.filter(
      ({ type, properties }) => type === "AWS::Lambda::Function" && properties.FunctionName !== undefined,
    );
    expect(named.filter(({ properties }) => properties.LoggingConfig === undefined)).toEqual([]);
  });

  test("has not protected the table yet, as that is always the last step", () => {
    const last = ofType("Custom::Protection");
    expect(last).toHaveLength(config.protect ? 1 : 0);
    for (const { logicalId, stack } of last) {
      const root = all.filter((each) => each.stack === stack);
      const before = reachedFrom(logicalId, root);
      expect(root.map((each) => each.logicalId).filter((id) => !before.has(id))).toEqual([]);
    }
  });
});

test("every listed deletion is of an existing type of resource", () => {
  const types = new Set(
    DEPLOYMENTS.flatMap(({ name, settings }) =>
      synthesise({ ...configOf(name, {}), ...settings }, manifest).templates.flatMap(({ resources }) =>
        resources.map(({ type }) => type),
      ),
    ),
  );
  expect(Object.keys(DELETIONS).filter((type) => !types.has(type))).toEqual([]);
});

test("secrets that stayed after a teardown are reused and not created again", () => {
  const secret = (name: string) =>
    `arn:aws:secretsmanager:eu-central-1:111122223333:secret:storefront-prod-${name}-AbCdEf`;
  const secrets = { signing: secret("signing"), data: secret("data"), credentials: secret("credentials") };
  const system = synthesise(configOf("prod", { secrets }), manifest);
  expect(system.ofType("AWS::SecretsManager::Secret")).toEqual([]);
  const [functions, roles] = ["AWS::Lambda::Function", "AWS::IAM::Role"].map((type) =>
    JSON.stringify(system.ofType(type)),
  );
  for (const arn of Object.values(secrets)) {
    expect(functions).toContain(`"${arn}"`);
    expect(roles).toContain(`"${arn}"`);
  }
});

test("resources that a later deployment imports are kept, with names that nothing else makes", () => {
  // See https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/import-resources-automatically.html.
  for (const [type, name] of Object.entries({
    "AWS::DynamoDB::Table": "TableName",
    "AWS::Logs::LogGroup": "LogGroupName",
  }))
    for (const { properties, attributes, stack } of systems.get("prod")?.ofType(type) ?? []) {
      expect(properties[name]).toEqual(expect.any(String));
      expect(attributes.DeletionPolicy).toBe("RetainExceptOnCreate");
      expect(stack).toBe("storefront-prod-backend");
    }
});

describe("the step that protects", () => {
  const protects = (config: Config, of: Parameters<typeof synthesise>[1] = manifest, options = {}) =>
    synthesise(config, of, options).ofType("Custom::Protection")[0]?.properties;
  const prod = configOf("prod", {});
  const few = { ...manifest, operations: manifest.operations.slice(0, 40) };
  const codeOf = (text: string) => () => ({
    assetIn: () => lambda.Code.fromInline(text),
    handlerOf: () => "index.handler",
  });
  const plain = protects(prod, few, { codeOf: codeOf("one") });

  test("is the same for the same deployment, so that it causes no change", () => {
    expect(plain?.deployment).toMatch(/^[0-9a-f]{32}$/);
    expect(protects(prod, few, { codeOf: codeOf("one") })).toEqual(plain);
  });

  test.each<[what: string, config: Config, manifest: typeof few, code: string]>([
    ["code", prod, few, "two"],
    ["a setting of functions", { ...prod, logLevel: "WARN" }, few, "one"],
    ["a setting of one resource", { ...prod, throttle: { rate: 1, burst: 1 } }, few, "one"],
    ["a setting of a nested stack", { ...prod, concurrency: 10 }, few, "one"],
    ["the table", { ...prod, table: { name: "other", streamArn: "arn:aws:dynamodb:stream" } }, few, "one"],
    ["an operation", prod, { ...few, operations: few.operations.slice(1) }, "one"],
  ])("is called again when %s changes, in case the protection was turned off", (_, ...given) => {
    const [config, changed, code] = given;
    expect(protects(config, changed, { codeOf: codeOf(code) })).not.toEqual(plain);
  });
});

test("data stays when a protected stack is deleted, and only then", () => {
  const held = ["AWS::DynamoDB::Table", "AWS::SecretsManager::Secret", "AWS::Logs::LogGroup"];
  for (const name of ENVIRONMENTS) {
    const originals = (systems.get(name)?.ofType("AWS::S3::Bucket") ?? []).filter(({ logicalId }) =>
      logicalId.includes("Originals"),
    );
    expect(originals, name).toHaveLength(1);
    const found = [...originals, ...held.flatMap((type) => systems.get(name)?.ofType(type) ?? [])];
    const policies = new Set(found.map(({ attributes }) => policyOf(attributes)));
    expect([...policies], name).toEqual([name === "dev" ? "Delete" : "RetainExceptOnCreate"]);
  }
});

function policyOf(attributes: Record<string, unknown>): string {
  return String(attributes.DeletionPolicy ?? "Delete");
}

/** Ids of all resources on which one depends, directly or not. */
function reachedFrom(id: string, resources: Synthesis["templates"][number]["resources"]): Set<string> {
  const known = new Map(resources.map((each) => [each.logicalId, each]));
  const reached = new Set([id]);
  for (const next of reached) {
    const { properties, attributes } = known.get(next) ?? {};
    const text = JSON.stringify([properties, attributes?.DependsOn]);
    for (const [, named = ""] of text.matchAll(/"([A-Za-z0-9]+)"/g)) if (known.has(named)) reached.add(named);
  }
  return reached;
}

/** Paths of the names that begin with our prefix, so that a second stack's resource would have the same. */
function fixedNames(properties: Record<string, unknown>, config: Config, path: string[] = []): string[] {
  const begins = new RegExp(`^/?${config.prefix}[-/]${config.environment}[-/]`);
  return Object.entries(properties).flatMap(([key, value]) => {
    const here = [...path, key];
    const isName = /(^|[a-z])Name$/.test(key) && !/^(MetricName|Metric.*|.*ParameterName)$/.test(key);
    if (typeof value === "string") return isName && begins.test(value) ? [here.join(".")] : [];
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    return fixedNames({ ...value }, config, here);
  });
}
