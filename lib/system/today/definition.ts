/** The sums of what a store has to do. Raise the number when any of it is reckoned in another way. */
export const TO_DO_SUMS = { name: "today", definition: 1 } as const;
