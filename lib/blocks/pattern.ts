import { RE2JS, RE2JSException } from "re2js";

const MOST = 500;
const compiled = new Map<string, RE2JS | undefined>();

/**
 * Compiles a regular expression on an engine whose time is linear in the text, whatever the expression
 * (https://swtch.com/~rsc/regexp/regexp3.html); `undefined` when it is not one, or uses what cannot be linear, such as
 * back-references.
 */
export function compilePattern(pattern: string): { test(text: string): boolean } | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= MOST) compiled.clear();
    compiled.set(pattern, tryCompile(pattern));
  }
  return compiled.get(pattern);
}

function tryCompile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
