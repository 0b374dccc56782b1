import { RE2JS, RE2JSException } from "re2js";

const MAX_CACHED = 500;
/** Most states of one expression; the states of `a{5}` count five times. */
const MAX_STATES = 5000;
/** Most steps for all expressions of a record: about a second. A step moves one state over one character. */
const MAX_STEPS = 2e7;
/** Steps that compiling an expression costs for each of its states. */
const COMPILE_STEPS = 500;

const INVALID_PATTERN = "is not a regular expression, or one that cannot run in linear time";

/** Checks the regular expressions of one record. Returns a problem as text, or `undefined`. */
export interface Patterns {
  /** The problem with an expression itself. */
  problem(pattern: string): string | undefined;
  /** The problem with a text; `undefined` if the expression itself is invalid. */
  mismatch(pattern: string, text: string): string | undefined;
}

/**
 * Runs regular expressions on an engine with linear time in the text (https://swtch.com/~rsc/regexp/regexp3.html). The
 * time of one record is limited, because it also grows with the expression.
 */
export function patternsOfRecord(): Patterns {
  let left = MAX_STEPS;
  const seen = new Set<string>();
  const afford = (steps: number) => {
    left -= steps;
    return left >= 0;
  };
  const problem = (pattern: string) => {
    const states = statesOf(pattern);
    if (states > MAX_STATES) return "repeats too often";
    const known = seen.has(pattern);
    seen.add(pattern);
    if (!known && !afford(states * COMPILE_STEPS))
      return "takes too long together with the others of the record";
    return compileOnce(pattern) ? undefined : INVALID_PATTERN;
  };
  return {
    problem,
    mismatch(pattern, text) {
      if (problem(pattern)) return undefined;
      if (!afford(statesOf(pattern) * text.length)) return "is too long for its pattern";
      return compileOnce(pattern)?.test(text) === false ? "does not match its pattern" : undefined;
    },
  };
}

const patternCache = new Map<string, RE2JS | undefined>();

function compileOnce(pattern: string): RE2JS | undefined {
  if (!patternCache.has(pattern)) {
    if (patternCache.size >= MAX_CACHED) patternCache.clear();
    patternCache.set(pattern, tryCompile(pattern));
  }
  return patternCache.get(pattern);
}

function tryCompile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

// One element of an expression: a named class, quotation, escape, class, counted repetition or character.
const PATTERN_TOKEN =
  /\\[pPx]\{[^}]*\}|\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gsu;

/** Estimates the states of an expression once its counted repetitions are expanded. */
function statesOf(pattern: string): number {
  const open: number[] = [];
  let states = 0;
  let last = 0;
  for (const [token, least, most] of pattern.matchAll(PATTERN_TOKEN)) {
    if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most ?? 0));
      states += last * (times - 1);
      last *= times;
    } else if (token === "(") {
      open.push(states);
      states = 0;
    } else if (token === ")") {
      last = states + 1;
      states = last + (open.pop() ?? 0);
    } else {
      last = token.startsWith("\\Q") ? token.length : 1;
      states += last;
    }
  }
  return states + open.reduce((sum, outer) => sum + outer, 0);
}
