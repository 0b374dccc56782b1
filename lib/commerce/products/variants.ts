import type { Context } from "#core/context.ts";
import { type FieldError, fieldError, validationFailed } from "#core/errors.ts";
import { newId } from "#core/id.ts";
import { changedRecord, newRecord } from "#core/records/record.ts";
import type { BookedLocation } from "#lib/commerce/locations/schema.ts";
import { newReferences } from "#lib/content/blocks/references.ts";
import type { Block } from "#lib/content/blocks/schema.ts";
import { checkBlocks } from "#lib/content/blocks/service.ts";
import { missingReferences } from "#lib/content/entries/service.ts";
import type { Market } from "#lib/tenancy/tenants/market-schema.ts";
import { pricesFrom } from "./prices.ts";
import { checkNewLevels, type RequestedLevel, requestedLevels } from "./requested-levels.ts";
import { Variant, type VariantInput } from "./schema.ts";

interface VariantChanges {
  variants: Variant[];
  opening: RequestedLevel[];
  /** Sent levels of variants that are counted already; `opening` has those that start the counting. */
  levels: RequestedLevel[];
  /** Ids of deleted variants. */
  dropped: string[];
}

interface VariantContext {
  store_id: string;
  markets: readonly Market[];
  locations: BookedLocation[];
}

/**
 * Changes variants: an input with an id changes that variant, one without adds a new one, and the others stay
 * unchanged.
 */
export async function changeVariants(
  ctx: Context,
  shelf: VariantContext,
  before: Variant[],
  inputs: VariantInput[],
): Promise<VariantChanges> {
  const errors: FieldError[] = [];
  const opening: RequestedLevel[] = [];
  const levels: RequestedLevel[] = [];
  const dropped: string[] = [];
  const changed = new Map<string, Variant>();
  for (const [index, input] of inputs.entries()) {
    const at = `variants[${index}]`;
    const known = input.id == null ? undefined : before.find(({ id }) => id === input.id);
    if (input.id != null && !known) errors.push(fieldError(`${at}.id`, "is not a variant of this product"));
    else if (known && (changed.has(known.id) || dropped.includes(known.id)))
      errors.push(fieldError(`${at}.id`, "is named twice"));
    else if (input.delete) dropped.push(...(known ? [known.id] : []));
    else {
      const attributes = await attributesFrom(shelf.store_id, input, known, at, errors);
      const prices = pricesOf(shelf, input, known, at, errors);
      const variant = variantFrom(ctx, input, known, { attributes, prices });
      const sent = requestedLevels(shelf.locations, variant.id, input.inventory ?? [], at, errors);
      (variant.counted ? levels : opening).push(...sent);
      changed.set(variant.id, { ...variant, counted: variant.counted || sent.length > 0 });
    }
  }
  if (errors.length > 0) throw validationFailed(errors);
  checkNewLevels(opening);
  const old = before.filter(({ id }) => !dropped.includes(id));
  const fresh = [...changed.values()].filter(({ id }) => !before.some((each) => each.id === id));
  const variants = [...old.map((each) => changed.get(each.id) ?? each), ...fresh];
  return { variants, opening, levels, dropped };
}

function variantFrom(
  ctx: Context,
  { id: _named, delete: _stays, inventory: _elsewhere, ...sent }: VariantInput,
  known: Variant | undefined,
  sets: Pick<Variant, "attributes" | "prices">,
): Variant {
  if (known) return changedRecord(Variant, known, sent, sets);
  const nothing = { sku: null, status: "active", weight: null, tax_category_id: null } as const;
  const initial = { ...nothing, id: newId("var", ctx.clock()), requires_shipping: true, counted: false };
  return newRecord(Variant, initial, sent, sets);
}

function pricesOf(
  { markets }: VariantContext,
  { prices }: VariantInput,
  known: Variant | undefined,
  at: string,
  errors: FieldError[],
): Variant["prices"] {
  if (!prices) return known?.prices ?? [];
  return pricesFrom(prices, known, markets, `${at}.prices`, errors);
}

async function attributesFrom(
  storeId: string,
  { attributes }: VariantInput,
  known: Variant | undefined,
  at: string,
  errors: FieldError[],
): Promise<Block[]> {
  if (!attributes) return known?.attributes ?? [];
  if (attributes.length === 0) return [];
  const { blocks, references } = await checkBlocks(attributes, `${at}.attributes`);
  errors.push(...(await missingReferences(storeId, newReferences(references, known?.attributes))));
  return blocks;
}
