import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { configOf, ENVIRONMENTS, physicalName } from "#infra/config.ts";
import { readSettings, refuseExamples } from "#infra/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OWN_SETTINGS = {
  mail: { from: "Shop <no-reply@shop.test>", identity: "shop.test" },
  alarms: { email: "alarms@shop.test" },
};

describe("configuration", () => {
  test.each(ENVIRONMENTS)("of %s has its name", (name) => {
    expect(configOf(name, {}).environment).toBe(name);
  });

  test("of an unknown environment fails with one line that names the known ones", () => {
    for (const name of ["production", "", "constructor", "__proto__"]) {
      expect(() => configOf(name)).toThrow(
        new Error(`There is no environment "${name}". Choose one: -c env=dev|staging|prod`),
      );
    }
  });

  test("makes names within their limits, or refuses", () => {
    expect(physicalName(configOf("dev", {}), "create-form")).toBe("storefront-dev-create-form");
    expect(() => physicalName(configOf("staging", {}), "x".repeat(60))).toThrow(
      "longer than the 64 characters",
    );
  });

  test("overrides defaults by the file and the file by the variable, key by key", () => {
    writeFileSync(
      join(folder, "settings.prod.json"),
      JSON.stringify({ ...OWN_SETTINGS, logRetentionDays: 7 }),
    );
    const variable = JSON.stringify({ logRetentionDays: 14 });
    const config = configOf("prod", readSettings("prod", { folder, variable }));
    expect(config).toEqual({ ...configOf("prod", {}), ...OWN_SETTINGS, logRetentionDays: 14 });
    expect(configOf("dev", readSettings("dev", { folder, variable: "" }))).toEqual(configOf("dev", {}));
  });

  test.each([
    ['{"mial": {}}', 'In the variable STOREFRONT_SETTINGS: Unrecognized key: "mial". See'],
    ['{"grain": "function"}', "In the variable STOREFRONT_SETTINGS: grain: Invalid option"],
    ['{"throttle": {"rate": 5}}', "In the variable STOREFRONT_SETTINGS: throttle.burst: "],
    ["{", "In the variable STOREFRONT_SETTINGS: "],
    ['{"environment": "dev"}', "Unrecognized key"],
  ])("refuses %s in one line with its place", (variable, place) => {
    const read = () => readSettings("staging", { folder, variable });
    expect(read).toThrow(place);
    expect(read).toThrow(/^[^\n]+$/);
  });

  test("needs the operator's own addresses outside dev, and says which setting to change", () => {
    expect(() => refuseExamples(configOf("dev", {}))).not.toThrow();
    expect(() => refuseExamples(configOf("prod", OWN_SETTINGS))).not.toThrow();
    expect(() => refuseExamples(configOf("prod", {}))).toThrow(
      /^prod needs addresses of yours: mail\.from is no-reply@example\.com, mail\.identity is example\.com, alarms\.email is alarms@example\.com\. Put them into settings\.prod\.json, or into the variable STOREFRONT_SETTINGS, as \{.*\}\.$/,
    );
    const origins = { ...OWN_SETTINGS, signIn: { origins: ["https://shop.example.com"] } };
    expect(() => refuseExamples(configOf("staging", origins))).toThrow(
      "signIn.origins.0 is https://shop.example.com",
    );
  });
});
