import { expect, test } from "vitest";
import * as z from "zod";
import * as manifest from "#functions/manifest.ts";
import { configOf } from "#infra/config.ts";
import { propertiesOf, synthesise } from "./synthesis.ts";

const prodSystem = synthesise(configOf("prod", {}), manifest);
const Policy = z.object({
  CachePolicyConfig: z.object({
    Name: z.string(),
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      HeadersConfig: z.object({ HeaderBehavior: z.string() }),
      QueryStringsConfig: z.object({ QueryStringBehavior: z.string() }),
    }),
  }),
});

test("functions of all domains are deployed in parallel, and routes after them", () => {
  const stacks = prodSystem.ofType("AWS::CloudFormation::Stack");
  const waiting = stacks.filter(({ attributes }) => attributes.DependsOn !== undefined);
  expect(stacks.filter(({ logicalId }) => logicalId.endsWith("Domain")).length).toBeGreaterThan(20);
  expect(waiting.map(({ logicalId }) => logicalId).filter((id) => !id.endsWith("Routes"))).toEqual([]);
});

test("a stored result is cached by its path, and CloudFront may call the transformation", () => {
  const policies = prodSystem
    .ofType("AWS::CloudFront::CachePolicy")
    .map((each) => propertiesOf(Policy, each).CachePolicyConfig);
  const variants = policies.find(({ Name }) => Name.endsWith("-variants"));
  expect(variants?.ParametersInCacheKeyAndForwardedToOrigin).toEqual({
    HeadersConfig: { HeaderBehavior: "none" },
    QueryStringsConfig: { QueryStringBehavior: "none" },
  });
  const [distribution] = prodSystem.ofType("AWS::CloudFront::Distribution");
  expect(JSON.stringify(distribution?.properties)).toMatch(/"\/variants\/\*"/);
  const permissions = prodSystem
    .ofType("AWS::Lambda::Permission")
    .filter(({ properties }) => properties.Principal === "cloudfront.amazonaws.com");
  // AWS requires both permissions, the second limited to the function's URL.
  expect(permissions.map(({ properties }) => [properties.Action, properties.InvokedViaFunctionUrl])).toEqual([
    ["lambda:InvokeFunctionUrl", undefined],
    ["lambda:InvokeFunction", true],
  ]);
});
