import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { afterAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import * as manifest from "#functions/manifest.ts";
import { configOf, ENVIRONMENTS } from "#infra/config.ts";
import { onePage } from "#infra/console.ts";
import { addConsoleTo } from "#infra/console-build.ts";
import { consoleHeaders } from "#infra/console-policy.ts";
import { handler } from "#infra/publish-console.ts";
import { serve } from "#test/support/serve.ts";
import { propertiesOf, type Synthesis, synthesise } from "./synthesis.ts";

const Published = z.object({ bucket: z.object({ Ref: z.string() }), config: z.unknown() });
const Distribution = z.object({
  DistributionConfig: z.object({
    Comment: z.string(),
    Aliases: z.array(z.string()).optional(),
    DefaultCacheBehavior: z.object({
      ResponseHeadersPolicyId: z.object({ Ref: z.string() }),
      ViewerProtocolPolicy: z.string(),
    }),
  }),
});
const Headers = z.object({
  ResponseHeadersPolicyConfig: z.object({
    SecurityHeadersConfig: z.object({
      ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.unknown() }),
      ContentTypeOptions: z.unknown(),
      FrameOptions: z.object({ FrameOption: z.string() }),
      ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }),
      StrictTransportSecurity: z.object({ AccessControlMaxAgeSec: z.int() }),
    }),
    CustomHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }),
  }),
});

const CUSTOM_DOMAIN = {
  name: "console.shop.test",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a",
};
const OIDC = {
  issuer: "https://accounts.google.com",
  clientId: "id",
  clientSecretArn: "arn:aws:secretsmanager:a:1:secret:b",
};

describe.each(ENVIRONMENTS)("the console in %s", (name) => {
  const made = synthesise(configOf(name, {}), manifest);

  test("has a bucket that only its distribution reads, over TLS", () => {
    const { bucket } = propertiesOf(Published, onlyResource(made, "Custom::Console"));
    const found = made.ofType("AWS::S3::Bucket").find(({ logicalId }) => logicalId === bucket.Ref);
    expect(found?.properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    const policy = made
      .ofType("AWS::S3::BucketPolicy")
      .find(({ properties }) => JSON.stringify(properties.Bucket) === JSON.stringify(bucket));
    expect(JSON.stringify(policy?.properties)).toContain("cloudfront.amazonaws.com");
    expect(consoleDistributionOf(made).DefaultCacheBehavior.ViewerProtocolPolicy).toBe("redirect-to-https");
  });

  test("gets API, files, sandbox and sign-in from the stack, with the local stack's headers", () => {
    const config = templateText(propertiesOf(Published, onlyResource(made, "Custom::Console")).config);
    const told = JSON.parse(config);
    expect(told).toEqual({
      api: expect.stringMatching(/^<.*ApiEndpoint>$/),
      media: expect.stringMatching(/^https:\/\/<.*DomainName>$/),
      signIn: ["code"],
      languages: ["en", "de"],
      connect: [expect.stringMatching(/^https:\/\/<.*RegionalDomainName>$/)],
      sandbox: configOf(name, {}).payments.sandbox,
    });
    const { Ref } = consoleDistributionOf(made).DefaultCacheBehavior.ResponseHeadersPolicyId;
    const policy = made
      .ofType("AWS::CloudFront::ResponseHeadersPolicy")
      .find((each) => each.logicalId === Ref);
    if (!policy) throw new Error("The console has no headers.");
    expect(policyHeaders(propertiesOf(Headers, policy))).toEqual(consoleHeaders(told));
  });

  test("is known to functions, so that mails link to it without a setting", () => {
    const environments = made
      .ofType("AWS::Lambda::Function")
      .filter(({ stack }) => stack.endsWith("Domain"))
      .map(({ properties }) => Object(properties.Environment).Variables);
    expect(environments.length).toBeGreaterThan(100);
    expect(environments.filter((each) => !each.CONSOLE_URL)).toEqual([]);
  });
});

test("the console has a custom domain and Google sign-in only with the setting", () => {
  const base = configOf("prod", {});
  const signIn = { ...base.signIn, oidc: OIDC };
  const own = synthesise({ ...base, signIn, consoleDomain: CUSTOM_DOMAIN }, manifest);
  expect(consoleDistributionOf(own).Aliases).toEqual([CUSTOM_DOMAIN.name]);
  expect(
    JSON.parse(templateText(propertiesOf(Published, onlyResource(own, "Custom::Console")).config)).signIn,
  ).toEqual(["code", "google"]);
  const without = synthesise({ ...base, console: false }, manifest);
  expect(without.ofType("Custom::Console")).toEqual([]);
  expect(without.ofType("AWS::CloudFront::Distribution")).toHaveLength(1);
  expect(JSON.stringify(without.ofType("AWS::Lambda::Function"))).not.toContain("CONSOLE_URL");
});

test("the console's paths get its page, files are served, and other paths redirect", () => {
  const answered = (uri: string) => onePage({ request: { uri } });
  for (const uri of [
    "/console",
    "/console/",
    "/console/acme/orders",
    "/console/acme/orders/01J",
    "/console/sign-in",
  ])
    expect(answered(uri)).toEqual({ uri: "/console/index.html" });
  for (const uri of ["/console/config.json", "/console/assets/a-b_1.js", "/console/assets/icon.svg"])
    expect(answered(uri)).toEqual({ uri });
  for (const uri of ["/", "/console-x/y", "/index.html", "/acme/console/"])
    expect(answered(uri)).toMatchObject({ statusCode: 302, headers: { location: { value: "/console/" } } });
});

describe("publishing", async () => {
  const told: { Status: string; Reason?: string }[] = [];
  const { url, stop } = await serve((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      told.push(JSON.parse(body));
      response.end();
    });
  });
  const folder = mkdtempSync(join(tmpdir(), "publishing-"));
  afterAll(() => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async (
    RequestType: "Create" | "Update" | "Delete",
    bucket: string,
    files: Record<string, string>,
  ) => {
    const built = mkdtempSync(join(folder, "built-"));
    for (const [file, body] of Object.entries(files)) {
      mkdirSync(join(built, file, ".."), { recursive: true });
      writeFileSync(join(built, file), body);
    }
    const code = mkdtempSync(join(folder, "code-"));
    addConsoleTo(code, built);
    vi.stubEnv("LAMBDA_TASK_ROOT", code);
    const ids = { StackId: "stack", RequestId: "request", LogicalResourceId: "Published" };
    const ResourceProperties = { bucket, config: '{"api":"https://api.shop.test"}' };
    await handler({
      RequestType,
      ResponseURL: `${url}/`,
      ResourceProperties,
      ...ids,
    } as never);
    vi.unstubAllEnvs();
    return told.at(-1);
  };

  test("uploads files with type and cache time, the page last, and keeps older files", async () => {
    const bucket = `console-${crypto.randomUUID()}`;
    const client = new S3Client({ forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const page = (script: string) => `<script src="/console/assets/${script}"></script>`;
    const first = { "index.html": page("a-1.js"), "assets/a-1.js": "1", ".vite/manifest.json": "{}" };
    expect(await call("Create", bucket, first)).toMatchObject({ Status: "SUCCESS" });
    const second = { "index.html": page("a-2.js"), "assets/a-2.js": "2", "assets/b-1.css": "p{}" };
    expect(await call("Update", bucket, second)).toMatchObject({ Status: "SUCCESS" });
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    const stored = Object.fromEntries(
      await Promise.all(
        Contents.map(async ({ Key = "" }) => {
          const reply = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
          return [
            Key,
            [reply.ContentType, reply.CacheControl, await reply.Body?.transformToString()],
          ] as const;
        }),
      ),
    );
    const year = "public, max-age=31536000, immutable";
    expect(stored).toEqual({
      "console/assets/a-1.js": ["text/javascript; charset=utf-8", year, "1"],
      "console/assets/a-2.js": ["text/javascript; charset=utf-8", year, "2"],
      "console/assets/b-1.css": ["text/css; charset=utf-8", year, "p{}"],
      "console/config.json": ["application/json", "no-cache", '{"api":"https://api.shop.test"}'],
      "console/index.html": ["text/html; charset=utf-8", "no-cache", page("a-2.js")],
    });
    const times = Contents.toSorted((a, b) => Number(a.LastModified) - Number(b.LastModified));
    expect(Number(times.at(-1)?.LastModified)).toBe(
      Number(Contents.find(({ Key }) => Key?.endsWith("index.html"))?.LastModified),
    );
    expect(await call("Delete", bucket, second)).toMatchObject({ Status: "SUCCESS" });
    expect((await client.send(new ListObjectsV2Command({ Bucket: bucket }))).KeyCount).toBe(5);
  });

  test("reports a failure and leaves the old page", async () => {
    const files = { "index.html": "new", "assets/a.js": "1" };
    expect(await call("Create", "no-such-bucket-here", files)).toMatchObject({
      Status: "FAILED",
      Reason: expect.any(String),
    });
  });
});

function onlyResource(made: Synthesis, type: string) {
  const [resource, ...more] = made.ofType(type);
  if (!resource || more.length > 0)
    throw new Error(`There are ${more.length + (resource ? 1 : 0)} of ${type}.`);
  return resource;
}

function consoleDistributionOf(made: Synthesis) {
  const found = made
    .ofType("AWS::CloudFront::Distribution")
    .map((each) => propertiesOf(Distribution, each).DistributionConfig)
    .find(({ Comment }) => Comment.endsWith("-console"));
  if (!found) throw new Error("The console has no distribution.");
  return found;
}

/** The text of a template's value, with `<name>` for each reference. */
function templateText(value: unknown): string {
  if (typeof value === "string") return value;
  const { "Fn::Join": join, Ref, "Fn::GetAtt": attribute } = Object(value);
  if (join) return join[1].map(templateText).join(join[0]);
  return `<${Ref ?? attribute.join(".")}>`;
}

/** The headers that a CloudFront policy sets. */
function policyHeaders({
  ResponseHeadersPolicyConfig: config,
}: z.output<typeof Headers>): Record<string, string> {
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = config;
  return {
    "content-security-policy": templateText(security.ContentSecurityPolicy.ContentSecurityPolicy),
    ...(security.ContentTypeOptions ? { "x-content-type-options": "nosniff" } : {}),
    "referrer-policy": security.ReferrerPolicy.ReferrerPolicy,
    "x-frame-options": security.FrameOptions.FrameOption,
    "strict-transport-security": `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
  };
}
