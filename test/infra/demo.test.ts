import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { findDemo, saveDemo } from "#infra/local/seed/demo.ts";
import { openStore } from "#test/support/world.ts";

const dir = mkdtempSync(join(tmpdir(), "demo-"));
const { api } = inject("addresses");
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function saveNewDemo(more: Record<string, string> = {}) {
  const shop = await openStore();
  const salon = await openStore(shop.owner);
  const { token } = shop.owner;
  const tasting = await createService(shop.id, token);
  saveDemo(dir, {
    API: "http://localhost:1",
    STORE: shop.id,
    SALON: salon.id,
    TOKEN: token,
    TASTING: tasting,
    SLOT: "1",
    ...more,
  });
  return shop;
}

async function createService(storeId: string, token: string): Promise<string> {
  const make = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const url = `${api}/v1/businesses/${storeId}/${path}`;
    const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return JSON.parse(await reply.text());
  };
  const workingDays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map(
    (day) => ({ day, workingHours: [{ from: 0, to: 1440 }] }),
  );
  const { id } = await make("providers", { key: "mira", name: "Mira", workingTime: { workingDays } });
  const made = await make("services", {
    key: "tasting",
    durations: [{ duration: 45 }],
    providers: [{ providerId: id }],
    access: "public",
    status: "ACTIVE",
  });
  return made.id;
}

test("a demo is found at its stack's current address, with a future appointment", async () => {
  const { id } = await saveNewDemo();
  const found = await findDemo(dir, api);
  expect(found).toMatchObject({ API: api, STORE: id });
  expect(Number(found?.SLOT)).toBeGreaterThan(Date.now() / 1000);
});

test("a demo without its store or owner, or with a damaged file, does not count", async () => {
  await saveNewDemo({ SALON: "store_01j9z3k4m5n6p7q8r9s0t1v2w3" });
  expect(await findDemo(dir, api)).toBeUndefined();
  await saveNewDemo({ TOKEN: "no token" });
  expect(await findDemo(dir, api)).toBeUndefined();
  writeFileSync(join(dir, "demo.json"), "{");
  expect(await findDemo(dir, api)).toBeUndefined();
  rmSync(join(dir, "demo.json"));
  expect(await findDemo(dir, api)).toBeUndefined();
});

test("an unreachable stack is no missing demo: no new one is created", async () => {
  await saveNewDemo();
  await expect(findDemo(dir, "http://127.0.0.1:9")).rejects.toThrow(/does not answer.*npm start/);
});
