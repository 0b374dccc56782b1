import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { configOf, ENVIRONMENTS, physicalName } from "#infra/config.ts";
import { readSettings, refuseExamples } from "#infra/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OURS = {
  mail: { from: "Shop <no-reply@shop.test>", identity: "shop.test" },
  alarms: { email: "alarms@shop.test" },
};

describe("configuration", () => {
  test.each(ENVIRONMENTS)("of %s names itself", (name) => {
    expect(configOf(name, {}).environment).toBe(name);
  });

  test("of an unknown environment is one line that lists those there are", () => {
    for (const name of ["production", "", "constructor", "__proto__"]) {
      expect(() => configOf(name)).toThrow(
        new Error(`There is no environment "${name}". Choose one: -c env=dev|staging|prod`),
      );
    }
  });

  test("makes names that fit, or says that they do not", () => {
    expect(physicalName(configOf("dev", {}), "create-form")).toBe("storefront-dev-create-form");
    expect(() => physicalName(configOf("staging", {}), "x".repeat(60))).toThrow(
      "longer than the 64 characters",
    );
  });

  test("takes a file's keys over the defaults and the variable's over the file's, and nothing else changes", () => {
    writeFileSync(join(folder, "settings.prod.json"), JSON.stringify({ ...OURS, logRetentionDays: 7 }));
    const variable = JSON.stringify({ logRetentionDays: 14 });
    const config = configOf("prod", readSettings("prod", { folder, variable }));
    expect(config).toEqual({ ...configOf("prod", {}), ...OURS, logRetentionDays: 14 });
    expect(configOf("dev", readSettings("dev", { folder, variable: "" }))).toEqual(configOf("dev", {}));
  });

  test.each([
    ['{"mial": {}}', 'In the variable STOREFRONT_SETTINGS: Unrecognized key: "mial". See'],
    ['{"grain": "function"}', "In the variable STOREFRONT_SETTINGS: grain: Invalid option"],
    ['{"throttle": {"rate": 5}}', "In the variable STOREFRONT_SETTINGS: throttle.burst: "],
    ["{", "In the variable STOREFRONT_SETTINGS: "],
    ['{"environment": "dev"}', "Unrecognized key"],
  ])("refuses %s in one line that says where it stands", (variable, said) => {
    const read = () => readSettings("staging", { folder, variable });
    expect(read).toThrow(said);
    expect(read).toThrow(/^[^\n]+$/);
  });

  test("needs addresses of the operator's outside dev, and says which setting, where and how", () => {
    expect(() => refuseExamples(configOf("dev", {}))).not.toThrow();
    expect(() => refuseExamples(configOf("prod", OURS))).not.toThrow();
    expect(() => refuseExamples(configOf("prod", {}))).toThrow(
      /^prod needs addresses of yours: mail\.from is no-reply@example\.com, mail\.identity is example\.com, alarms\.email is alarms@example\.com\. Put them into settings\.prod\.json, or into the variable STOREFRONT_SETTINGS, as \{.*\}\.$/,
    );
    const origins = { ...OURS, signIn: { origins: ["https://shop.example.com"] } };
    expect(() => refuseExamples(configOf("staging", origins))).toThrow(
      "signIn.origins.0 is https://shop.example.com",
    );
  });
});
