import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { kebab } from "#core/http/contract.ts";
import { build } from "#infra/build.ts";
import { sources } from "#infra/build-sources.ts";

const root = mkdtempSync(join(tmpdir(), "dispatcher-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Handler = (event: object, context: object) => Promise<unknown>;

test("settings are bundled for each domain of a function, again after a change", async () => {
  const core = JSON.stringify(resolve("lib/core/given.ts"));
  const shared = [
    { id: "listGoods", domain: "stores" },
    { id: "listHooks", domain: "webhooks" },
  ].map((each) => ({
    ...each,
    method: "GET" as const,
    path: `/v1/stores/{storeId}/${each.id}`,
    needs: "READ" as const,
    folder: `shop/${each.domain}`,
  }));
  for (const { id, folder } of shared) {
    const file = join(root, "functions", folder, `${kebab(id)}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { given } from ${core};\nexport const handler = async () => given;`);
  }
  for (const PLANS of ["these", "others"]) {
    const options = { outDir: join(root, "given"), root, given: { PLANS } };
    const [asset, ...more] = await build(sources({ operations: shared, workers: [] }), options);
    expect(more).toEqual([]);
    // Node would not load the same path again.
    const copy = join(root, PLANS);
    cpSync(asset?.folder ?? "", copy, { recursive: true });
    const made: { handler: Handler } = createRequire(import.meta.url)(join(copy, "dispatch.mjs"));
    for (const { path } of shared)
      expect(
        await made.handler({ routeKey: `GET ${path}`, requestContext: { http: { method: "GET" } } }, {}),
      ).toEqual({ PLANS });
  }
});
