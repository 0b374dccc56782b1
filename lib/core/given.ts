/**
 * Settings that a deployment puts into the code of its functions, by name: lists are too long for their environment, of
 * which Lambda takes 4 KB in all. The build has them in place of this file.
 */
export const given: Readonly<Record<string, string>> = {};
