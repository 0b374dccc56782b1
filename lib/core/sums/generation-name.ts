import type { Context } from "#core/context.ts";
import type { Definition } from "./declaration.ts";
import type { SumHead } from "./schema.ts";

/** The name of a generation that begins now, unique for the same sums. */
export function generationName(ctx: Pick<Context, "clock">, { name }: Definition): string {
  return `${name}-${Math.floor(ctx.clock() * 1000).toString(36)}`;
}

export function zonesOf({ read, built, old }: SumHead): Record<string, string> {
  const named = [read, built, old].filter((each) => each !== null);
  return Object.fromEntries(named.map(({ name, zone }) => [name, zone]));
}
