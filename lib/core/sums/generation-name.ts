import type { Context } from "#core/context.ts";
import type { Definition } from "./declaration.ts";
import type { SumHead } from "./schema.ts";

/** What a reckoning that begins now is called: of two of the same sums each has a name of its own. */
export function generationName(ctx: Pick<Context, "clock">, { name }: Definition): string {
  return `${name}-${Math.floor(ctx.clock() * 1000).toString(36)}`;
}

/** The time zone of each generation that a head names. */
export function zonesOf({ read, built, old }: SumHead): Record<string, string> {
  const named = [read, built, old].filter((each) => each !== null);
  return Object.fromEntries(named.map(({ name, zone }) => [name, zone]));
}
