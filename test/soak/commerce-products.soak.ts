import assert from "node:assert/strict";
import { openCatalogue, pageCosts } from "#test/proofs/catalogue.ts";

export const name = "pages of fifty over 100,000 products cost what they cost over 1,000";

const PRODUCTS = Number(process.env.SIZE ?? 100_000);
const FEW_PRODUCTS = 1000;

export async function run(): Promise<string> {
  const few = await pageCosts(await openCatalogue(FEW_PRODUCTS));
  const many = await pageCosts(await openCatalogue(PRODUCTS));
  const lines: string[] = [];
  for (const [page, units] of many) {
    const before = few.get(page) ?? 0;
    lines.push(`${page}: ${units} (${before})`);
    assert.ok(
      units <= 1.25 * before + 2,
      `${page} costs ${units} read units, and ${before} among ${FEW_PRODUCTS}`,
    );
  }
  return `${PRODUCTS} products, read units a page (among ${FEW_PRODUCTS}): ${lines.join("; ")}`;
}
