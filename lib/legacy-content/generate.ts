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

/** Fills blocks from a prompt. What the model answers in another type than asked for is filled by the default. */
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
    const value = answer.blocks.find(({ id }) => id === definition.id)?.value;
    const fits = value !== undefined && fitsBlock(definition, value);
    return { id: definition.id, type: definition.type, value: fits ? value : embedded(definition, prompt) };
  });
  return {
    blocks: filled,
    generator: { provider, model, ...(provider === "embedded" ? { note: EMBEDDED_NOTE } : {}) },
  };
}

function fitsBlock(definition: BlockDefinition, value: unknown): boolean {
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

function embedded({ type, label, settings }: BlockDefinition, prompt: string): unknown {
  switch (type) {
    case "TEXT":
      return textFor(label, settings, prompt);
    case "NUMBER":
      return typeof settings.min === "number" ? settings.min : 0;
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
