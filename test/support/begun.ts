/** The test file that runs in this process: milliseconds at which it began. */
export const file = { begun: Date.now() };
