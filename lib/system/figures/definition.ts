import { closesAt } from "./rows.ts";

/** The sums of a store's figures. Raise the number when any is computed differently. */
export const FIGURES = {
  name: "figures",
  definition: 3,
  zoned: true,
  alarm: "figures-differ",
  finalAt: closesAt,
} as const;
