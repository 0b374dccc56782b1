import * as z from "zod";
import { type Budget, spend } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import { askAi } from "#lib/ai/service.ts";
import { checkBlocks } from "./blocks.ts";
import { anyOptions, type EntryBlock, type GenerateBlocks } from "./entry-schema.ts";
import type { BlockDefinition } from "./schema.ts";

const PER_BUSINESS: Budget = [100, 3600];
const EMBEDDED_NOTE =
  "Written by the embedded default, which repeats the prompt. Set AI_MODEL for a model's text.";

/**
 * Fills blocks from a prompt, with values that an entry may have. What the model answers in another form than asked for
 * is filled by the default; null where that cannot be either.
 */
export async function generateBlocks(
  ctx: Context,
  businessId: string,
  { prompt, blocks }: z.output<typeof GenerateBlocks>,
) {
  await spend(ctx, "ai_per_business", businessId, PER_BUSINESS);
  const definitions: BlockDefinition[] = blocks.map((block) => ({ ...block, required: false }));
  const { answer, provider, model } = await askAi({
    instructions: instructionsFor(definitions),
    messages: [{ role: "user", content: prompt }],
    answer: z.object({ blocks: z.array(z.object({ id: z.string(), value: z.unknown() })) }),
    embedded: () => ({
      blocks: definitions.map((block) => ({ id: block.id, value: embedded(block, prompt) })),
    }),
  });
  const filled = definitions.map((definition): EntryBlock => {
    const { id, type } = definition;
    const written = answer.blocks.find((block) => block.id === id)?.value;
    const value = [written, embedded(definition, prompt)].find((one) => fitsBlock(definition, one));
    return { id, type, value: value ?? null };
  });
  return {
    blocks: filled,
    generator: { provider, model, ...(provider === "embedded" ? { note: EMBEDDED_NOTE } : {}) },
  };
}

function fitsBlock(definition: BlockDefinition, value: unknown): boolean {
  if (value === undefined) return false;
  const { errors, references } = checkBlocks([{ id: definition.id, value }], [definition]);
  return errors.length === 0 && references.length === 0;
}

function instructionsFor(definitions: BlockDefinition[]): string {
  return [
    "You write content for a shop. Answer with one value for each of these blocks, by its id.",
    "TEXT is a string, HTML where its variant says so; NUMBER a number; BOOLEAN true or false; DATE whole seconds",
    "since 1970; SELECT one of its options; MULTI_SELECT an array of its options; GEO_LOCATION",
    "{coordinates: {lat, lon}}; RELATIONSHIP and MEDIA null. Keep to the lengths in the settings.",
    JSON.stringify(definitions.map(({ id, type, label, settings }) => ({ id, type, label, settings }))),
  ].join("\n");
}

function embedded(definition: BlockDefinition, prompt: string): unknown {
  const { type, label, settings } = definition;
  switch (type) {
    case "TEXT":
      return textFor(label, settings, prompt);
    case "NUMBER":
      return [0, settings.min, settings.max].find((one) => fitsBlock(definition, one));
    case "BOOLEAN":
      return false;
    case "SELECT":
      return anyOptions(settings)[0] ?? null;
    case "MULTI_SELECT":
      return anyOptions(settings).slice(0, 1);
    default:
      return null;
  }
}

function textFor(label: string, { variant, maxLength }: BlockDefinition["settings"], prompt: string): string {
  const text = label ? `${label}: ${prompt}` : prompt;
  const most = typeof maxLength === "number" ? maxLength : 5000;
  if (variant !== "HTML") return [...text].slice(0, most).join("");
  const escaped = text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
  const page = `<p>${escaped}</p>`;
  return [...page].length <= most ? page : "";
}
