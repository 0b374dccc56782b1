/** Start of the current test file, in milliseconds. */
export const testFile = { begun: Date.now() };
