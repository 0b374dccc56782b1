import { askForUnpublished } from "#test/proofs/support-injection.ts";
import { openStore } from "#test/support/world.ts";

export const name = "visitors who ask the AI for what is not published";

const ATTEMPTS = Number(process.env.SIZE ?? 200);

export async function run(): Promise<string> {
  await askForUnpublished(await openStore(), await openStore(), ATTEMPTS);
  return `${ATTEMPTS} attempts: no word of instructions, drafts, archived pages or another store`;
}
