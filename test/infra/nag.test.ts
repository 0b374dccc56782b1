import { describe, expect, test } from "vitest";
import * as z from "zod";
import { operations, workers } from "#functions/manifest.ts";
import { configOf, ENVIRONMENTS } from "#infra/config.ts";
import { fullSizeManifest } from "./full-size.ts";
import { synthesise } from "./synthesis.ts";

const Nag = z.looseObject({
  cdk_nag: z
    .object({ rules_to_suppress: z.array(z.object({ id: z.string(), reason: z.string() })) })
    .optional(),
});

describe("cdk-nag", () => {
  test.each(ENVIRONMENTS)("finds nothing against the AwsSolutions rules in %s", (name) => {
    expect(synthesise(configOf(name, {}), { operations, workers }, { nag: true }).findings).toEqual([]);
  });

  const own = {
    name: "api.example.com",
    certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a",
  };
  const config = {
    ...configOf("prod", {}),
    apiDomain: own,
    mediaDomain: { ...own, name: "cdn.example.com" },
    consoleDomain: { ...own, name: "console.example.com" },
  };

  test("finds nothing at full size with custom domains, and each suppression has a reason", () => {
    const { findings, templates } = synthesise(config, fullSizeManifest(), { nag: true });
    expect(findings).toEqual([]);
    for (const { attributes, logicalId } of templates.flatMap(({ resources }) => resources)) {
      const { cdk_nag } = Nag.parse(attributes.Metadata ?? {});
      for (const { id, reason } of cdk_nag?.rules_to_suppress ?? []) {
        expect(reason.length, `${logicalId} ${id}`).toBeGreaterThan(20);
      }
    }
  });

  test("finds nothing with one function a domain", () => {
    expect(synthesise({ ...config, grain: "domain" }, fullSizeManifest(), { nag: true }).findings).toEqual(
      [],
    );
  });
});
