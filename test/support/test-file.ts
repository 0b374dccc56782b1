/** The test file that runs in this process: milliseconds at which it began. */
export const testFile = { begun: Date.now() };
