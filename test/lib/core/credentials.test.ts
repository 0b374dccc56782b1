// Alone: it loads modules again.
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { isSealedCredential, openCredential, seal, sealCredential } from "#core/seal.ts";
import { operations, workers } from "#functions/manifest.ts";
import { resourcesUsedBy } from "#infra/function-access.ts";

test("a credential opens only unchanged, for its own purpose and tenant", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1 }), fc.nat(), async (text, at) => {
      const sealed = await sealCredential("payment-provider", "store_a", text);
      expect(isSealedCredential(sealed)).toBe(true);
      expect(sealed).not.toContain(text.length > 4 ? text : "sk_");
      expect(await openCredential("payment-provider", "store_a", sealed)).toBe(text);
      await expect(openCredential("payment-provider", "store_b", sealed)).rejects.toThrow("does not open");
      await expect(openCredential("shipping-provider", "store_a", sealed)).rejects.toThrow("does not open");
      // Half of the changes are in the last character, because only that may have unused bits.
      const place = at % 2 ? sealed.length - 1 : at % sealed.length;
      const changed = `${sealed.slice(0, place)}${sealed[place] === "A" ? "B" : "A"}${sealed.slice(place + 1)}`;
      await expect(openCredential("payment-provider", "store_a", changed)).rejects.toThrow("does not open");
    }),
    { numRuns: 50 },
  );
});

test("a text sealed by the data secret does not open as a credential", async () => {
  const sealed = `c1:${await seal("payment-provider", "text", "store_a")}`;
  await expect(openCredential("payment-provider", "store_a", sealed)).rejects.toThrow("does not open");
});

test("a credential is sealed by the secret for credentials, and by no other", async () => {
  const sealed = await sealCredential("payment-provider", "store_a", "text");
  const opened = async (name: string) => {
    vi.stubEnv(name, "another secret of more than thirty-two characters");
    vi.resetModules();
    const { openCredential: open } = await import("#core/seal.ts");
    return open("payment-provider", "store_a", sealed).finally(() => vi.unstubAllEnvs());
  };
  expect(await opened("DATA_SECRET")).toBe("text");
  await expect(opened("CREDENTIALS_SECRET")).rejects.toThrow("does not open");
});

test("only functions that declare it can read the secret for credentials, and they are few", () => {
  const readers = [...operations, ...workers].filter((each) => resourcesUsedBy(each).includes("credentials"));
  expect(readers.length).toBeLessThan((operations.length + workers.length) / 4);
});
