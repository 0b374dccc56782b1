import type { Stored } from "#core/dynamo/entity.ts";
import { driver } from "#core/dynamo/fast/driver.ts";
import { readBatch } from "#core/dynamo/read.ts";
import { levelReads, readLevels } from "#lib/commerce/inventory/plan.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { locationsIn, locationsRead } from "#lib/commerce/locations/location-book.ts";
import type { Product } from "./schema.ts";
import { products } from "./table.ts";

/** Most levels of a product that are remembered, so that the next read can request them with the product. */
const MAX_GUESSED = 20;

interface LevelPlaces {
  variants: readonly string[];
  locations: readonly { id: string }[];
}

/** The variants and locations of each product's levels at the last read. */
const levelPlaces = driver.recentReads<LevelPlaces>();

/**
 * Reads a product with the store's locations and the levels that this process remembers, in one round trip. If they
 * are not the product's levels any more, a second round trip reads the right ones.
 *
 * @param batch further reads for the same round trip
 */
export async function readWithStock(
  storeId: string,
  id: string,
  batch = readBatch(),
): Promise<{ product: Stored<Product> | undefined; stock: InventoryLevel[] }> {
  const name = `${storeId}#${id}`;
  const guess = levelPlaces.get(name);
  const read = batch.add(products.read({ store_id: storeId, id }));
  const book = batch.add(locationsRead(storeId));
  const guessedReads = guess ? levelReads(storeId, guess.variants, guess.locations) : [];
  const levels = guessedReads.map((each) => batch.add(each));
  await batch.run();
  const product = read();
  const variants = product?.variants.filter(({ counted }) => counted).map((variant) => variant.id) ?? [];
  if (variants.length === 0) return { product, stock: [] };
  const now = { variants, locations: locationsIn(storeId, book()) };
  if (variants.length * now.locations.length <= MAX_GUESSED) levelPlaces.set(name, now);
  const found =
    guess && isSame(guess, now)
      ? levels.map((level) => level()).filter((level) => level !== undefined)
      : await readLevels(storeId, variants, now.locations);
  return { product, stock: found.filter(({ retired }) => !retired) };
}

function isSame(one: LevelPlaces, other: LevelPlaces): boolean {
  const text = ({ variants, locations }: LevelPlaces) =>
    [...variants, "", ...locations.map(({ id }) => id)].join();
  return text(one) === text(other);
}
