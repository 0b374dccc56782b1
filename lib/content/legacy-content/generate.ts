import * as z from "zod";
import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { HOUR } from "#core/seconds.ts";
import { askAi } from "#lib/content/ai/service.ts";
import { usageWrites } from "#lib/tenancy/plans/features.ts";
import { checkBlocks, MAX_TEXT, MAX_VALUES } from "./blocks.ts";
import { type GenerateBlocks, type GeneratedBlock, optionsIn } from "./entry-schema.ts";
import type { BusinessCollectionBlock } from "./schema.ts";

const PER_BUSINESS: Budget = [100, HOUR];
const EMBEDDED_NOTE =
  "Written by the embedded default, which repeats the prompt. Set AI_MODEL for a model's text.";

/** Fills blocks from a prompt. A model's invalid value is replaced by an embedded one, or by null. */
export async function generateBlocks(
  ctx: Context,
  businessId: string,
  { prompt, blocks }: z.output<typeof GenerateBlocks>,
) {
  await spendBudget(ctx, "ai_per_business", businessId, PER_BUSINESS);
  await transact(ctx, await usageWrites(ctx, businessId, "ai_answers"));
  const definitions: BusinessCollectionBlock[] = blocks.map((block) => ({
    ...block,
    key: block.id,
    required: false,
  }));
  const { answer, provider, model } = await askAi({
    instructions: instructionsFor(definitions),
    messages: [{ role: "user", content: prompt }],
    answer: z.object({ blocks: z.array(z.object({ id: z.string(), value: z.unknown().optional() })) }),
    embedded: () => ({
      blocks: definitions.map((block) => ({ id: block.id, value: embeddedValue(block, prompt) })),
    }),
  });
  const filled = definitions.map((definition): GeneratedBlock => {
    const { id, type } = definition;
    const written = answer.blocks.find((block) => block.id === id)?.value;
    const value = [written, embeddedValue(definition, prompt)].find((one) => fitsBlock(definition, one));
    return { id, type, value: value ?? null };
  });
  return {
    blocks: filled,
    generator: { provider, model, ...(provider === "embedded" ? { note: EMBEDDED_NOTE } : {}) },
  };
}

function fitsBlock(definition: BusinessCollectionBlock, value: unknown): boolean {
  if (value === undefined) return false;
  const { errors, references } = checkBlocks([{ id: definition.id, value }], [definition]);
  return errors.length === 0 && references.length === 0;
}

function instructionsFor(definitions: BusinessCollectionBlock[]): string {
  return [
    "You write content for a shop. Answer with one value for each of these blocks, by its id.",
    "TEXT is a string, HTML where its variant says so; NUMBER a number; BOOLEAN true or false; DATE whole seconds",
    "since 1970; SELECT one of its options; MULTI_SELECT an array of its options; GEO_LOCATION",
    "{coordinates: {lat, lon}}; RELATIONSHIP and MEDIA null. Keep to the lengths in the settings.",
    JSON.stringify(definitions.map(({ id, type, label, settings }) => ({ id, type, label, settings }))),
  ].join("\n");
}

function embeddedValue(definition: BusinessCollectionBlock, prompt: string): unknown {
  const { type, label, settings } = definition;
  const { minValues } = settings;
  const needed = typeof minValues === "number" ? Math.min(minValues, MAX_VALUES) : 1;
  const asMany = (value: unknown) => (needed > 1 ? Array.from({ length: needed }, () => value) : value);
  switch (type) {
    case "TEXT":
      return asMany(textFor(label, settings, prompt));
    case "NUMBER":
      return [0, settings.min, settings.max].map(asMany).find((value) => fitsBlock(definition, value));
    case "BOOLEAN":
      return asMany(false);
    case "SELECT":
      return optionsIn(settings)[0] ?? null;
    case "MULTI_SELECT":
      return optionsIn(settings).slice(0, Math.max(1, needed));
    default:
      return null;
  }
}

function textFor(
  label: string,
  { variant, minLength, maxLength }: BusinessCollectionBlock["settings"],
  prompt: string,
): string {
  const most = typeof maxLength === "number" ? Math.min(maxLength, MAX_TEXT) : 5000;
  const least = typeof minLength === "number" ? Math.min(minLength, most) : 0;
  const characters = [...(label ? `${label}: ${prompt}` : prompt)];
  const padded = [...characters, " "];
  const text =
    characters.length < least
      ? Array.from({ length: least }, (_, at) => padded[at % padded.length])
      : characters;
  if (typeof variant !== "string" || variant.toUpperCase() !== "HTML") return text.slice(0, most).join("");
  const escaped = text.map((character = "") =>
    character.replace(/[&<>"]/, (special) => `&#${special.codePointAt(0)};`),
  );
  let room = most - "<p></p>".length;
  const end = escaped.findIndex((piece) => {
    room -= [...piece].length;
    return room < 0;
  });
  return most < "<p></p>".length ? "" : `<p>${escaped.slice(0, end < 0 ? undefined : end).join("")}</p>`;
}
