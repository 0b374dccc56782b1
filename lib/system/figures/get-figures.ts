import type { Context } from "#core/context.ts";
import { GENERAL } from "#core/errors.ts";
import { FileReply } from "#core/http/reply.ts";
import { computeFigures } from "./compute-figures.ts";
import { csvOf, MAX_CSV_LINES } from "./csv.ts";
import { findFamily } from "./families.ts";
import type { Figures, FiguresQuery } from "./schema.ts";

/** The figures of a family, as JSON or CSV. */
export async function getFigures(
  ctx: Context,
  storeId: string,
  name: string,
  { format, ...query }: FiguresQuery,
): Promise<Figures | FileReply> {
  const family = findFamily(name);
  if (!family) throw GENERAL.NOT_FOUND();
  if (family.needs && !(await ctx.may(family.needs, storeId))) throw GENERAL.FORBIDDEN();
  if (format !== "csv") return computeFigures(ctx, storeId, family, query);
  const figures = await computeFigures(ctx, storeId, family, { limit: MAX_CSV_LINES, ...query });
  const { from, to } = figures;
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="figures-${name}-${from}-${to}.csv"`,
    "cache-control": "no-store",
  };
  return new FileReply({ headers, body: csvOf(family, query.split, figures) });
}
