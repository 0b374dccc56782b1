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
    expect(synthesise(configOf(name), { operations, workers }, { nag: true }).findings).toEqual([]);
  });

  test("finds nothing at full size, with own domain names, or with one function a domain", () => {
    const own = {
      name: "api.example.com",
      certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a",
    };
    const config = { ...configOf("prod"), apiDomain: own, mediaDomain: { ...own, name: "cdn.example.com" } };
    const manifest = fullSizeManifest();
    expect(synthesise(config, manifest, { nag: true }).findings).toEqual([]);
    expect(synthesise({ ...config, grain: "domain" }, manifest, { nag: true }).findings).toEqual([]);
  });

  test("has a reason for everything that it was told to let pass", () => {
    const { templates } = synthesise(configOf("prod"), fullSizeManifest(), { nag: true });
    for (const { attributes, logicalId } of templates.flatMap(({ resources }) => resources)) {
      const { cdk_nag } = Nag.parse(attributes.Metadata ?? {});
      for (const { id, reason } of cdk_nag?.rules_to_suppress ?? []) {
        expect(reason.length, `${logicalId} ${id}`).toBeGreaterThan(20);
      }
    }
  });
});
