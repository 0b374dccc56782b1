import { describe, expect, test } from "vitest";
import { configOf, ENVIRONMENTS, physicalName } from "#infra/config.ts";

describe("configuration", () => {
  test.each(ENVIRONMENTS)("of %s names itself", (name) => {
    expect(configOf(name).environment).toBe(name);
  });

  test("of an unknown environment is one line that lists those there are", () => {
    for (const name of ["production", "", "constructor", "__proto__"]) {
      expect(() => configOf(name)).toThrow(
        new Error(`There is no environment "${name}". Choose one: -c env=dev|staging|prod`),
      );
    }
  });

  test("makes names that fit, or says that they do not", () => {
    expect(physicalName(configOf("dev"), "create-form")).toBe("storefront-dev-create-form");
    expect(() => physicalName(configOf("staging"), "x".repeat(60))).toThrow("longer than the 64 characters");
  });
});
