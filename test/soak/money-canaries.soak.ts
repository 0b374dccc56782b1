import { plantCanaries } from "#test/proofs/canaries.ts";

export const name = "credentials of providers in whatever is written";

export async function run(): Promise<string> {
  const searched = Object.entries(await plantCanaries()).map(([where, size]) => `${size} of ${where}`);
  return `no credential in ${searched.join(", ")} (characters)`;
}
