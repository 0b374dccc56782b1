/**
 * Settings that a deployment puts into the code of its functions, by name: those that can be long do not fit into their
 * environment, of which Lambda takes 4 KB in all. The build has them in place of this file.
 */
export const given: Readonly<Record<string, string>> = {};
