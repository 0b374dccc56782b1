/**
 * Settings that a deployment puts into the code of its functions: long ones do not fit into their environment, for
 * which Lambda has 4 KB in all. The build replaces this file.
 */
export const given: Readonly<Record<string, string>> = {};
