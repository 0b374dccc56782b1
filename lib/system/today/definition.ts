/** The counts of a store's open work. Raise the number when any is computed differently. */
export const TO_DO_SUMS = { name: "today", definition: 1 } as const;
