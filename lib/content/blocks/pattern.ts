import { RE2JS, RE2JSException } from "re2js";

const MAX = 500;
/** States that one expression may come to: a repetition counts as often as it may repeat. */
const MAX_STATES = 5000;
/** What the expressions of one record may cost, in steps of one state over one character: about a second. */
const MAX_STEPS = 2e7;
/** What compiling costs, in steps a state. */
const COMPILING = 500;

const UNREADABLE = "is not a regular expression, or one that cannot run in linear time";

/** The regular expressions of one record. They say what is wrong; `undefined` is all well. */
export interface Patterns {
  /** Whether an expression is one. */
  problem(pattern: string): string | undefined;
  /** Whether it is found in a text. An expression with a problem of its own has none with a text. */
  mismatch(pattern: string, text: string): string | undefined;
}

/**
 * Runs regular expressions on an engine whose time is linear in the text, whatever the expression
 * (https://swtch.com/~rsc/regexp/regexp3.html), and no longer than one record may take: that time also grows with the
 * expression.
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
    if (!known && !afford(states * COMPILING)) return "takes too long together with the others of the record";
    return compiled(pattern) ? undefined : UNREADABLE;
  };
  return {
    problem,
    mismatch(pattern, text) {
      if (problem(pattern)) return undefined;
      if (!afford(statesOf(pattern) * text.length)) return "is too long for its pattern";
      return compiled(pattern)?.test(text) === false ? "does not match its pattern" : undefined;
    },
  };
}

const cache = new Map<string, RE2JS | undefined>();

function compiled(pattern: string): RE2JS | undefined {
  if (!cache.has(pattern)) {
    if (cache.size >= MAX) cache.clear();
    cache.set(pattern, tryCompile(pattern));
  }
  return cache.get(pattern);
}

function tryCompile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

// What stands for one thing: a class by its name, a quotation, an escape, a class, a counted repetition, a character.
const TOKEN =
  /\\[pPx]\{[^}]*\}|\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|./gsu;

/** About how many states an expression has once its counted repetitions are written out. */
function statesOf(pattern: string): number {
  const open: number[] = [];
  let states = 0;
  let last = 0;
  for (const [token, least, most] of pattern.matchAll(TOKEN)) {
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
