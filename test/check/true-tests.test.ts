import { expect, test } from "vitest";
import { sources } from "./sources.ts";

/** A pattern that makes a test depend on the machine's speed. */
interface Rule {
  what: string;
  /** Needs the flag `g`, as each match is a finding. */
  pattern: RegExp;
  instead: string;
  /** Files that may break the rule, such as the function that others should use. */
  except: readonly string[];
  /** A line that breaks the rule. */
  sample: string;
}

const RULES: readonly Rule[] = [
  {
    what: "measures the time of a processor",
    pattern: /\b(?:cpuUsage|threadCpuUsage|hrtime)\b/g,
    instead: "count steps, calls or bytes",
    // A soak that prints the CPU time.
    except: ["test/proofs/public-cost.ts"],
    sample: "const { user } = process.cpuUsage(before);",
  },
  {
    what: "measures how long something takes",
    pattern: /\bperformance\.now\(\)|\bexpect\(Date\.now\(\)|\bDate\.now\(\) - [a-z]/g,
    instead: "count what is done, or give it a clock of the test's own",
    // The function `eventually` itself, and code of soaks that prints or stops.
    except: [
      "test/support/world.ts",
      "test/proofs/campaign.ts",
      "test/proofs/carts-strangers.ts",
      "test/proofs/late-payments.ts",
      "test/proofs/newsletters.ts",
    ],
    sample: "expect(performance.now() - started).toBeLessThan(500);",
  },
  {
    what: "waits for a time",
    pattern: /\bset(?:Timeout|Interval)\(|(?<!\.)\bsleep\(/g,
    instead: "wait for a fact with eventually() or drained(); stagger() and pause() only mix and pace",
    except: ["test/support/pause.ts", "test/support/world.ts", "test/browser/support-widget.test.ts"],
    sample: "await new Promise((resolve) => setTimeout(resolve, 500));",
  },
  {
    what: "waits for a fact in another way than all others",
    pattern: /\bexpect\.poll\(|\bvi\.waitFor\(/g,
    instead: "use eventually(), whose patience grows with LOCAL_PATIENCE",
    except: [],
    sample: "await expect.poll(count).toBe(1);",
  },
  {
    what: "has a time-out of its own",
    pattern: /^\s*\}, \d[\d_]+\);$/gm,
    instead: "leave it to the configuration, or let it grow: patience(100_000)",
    except: [],
    sample: "}, 30_000);",
  },
];

const tests = sources.filter(({ path }) => path.startsWith("test/") && !isBenchOrSoak(path));

test.each(RULES)("no test $what: $instead", ({ pattern, except }) => {
  const found = tests
    .filter(({ path }) => !except.includes(path))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(({ index }) => lineOf(path, text, index)));
  expect(found).toEqual([]);
});

test.each(RULES)(
  "the rule finds what $what, and each exempt file needs its exemption",
  ({ pattern, except, sample }) => {
    expect(sample.match(pattern)).not.toBeNull();
    const idle = except.filter((file) => !tests.find(({ path }) => path === file)?.text.match(pattern));
    expect(idle).toEqual([]);
  },
);

/** Benches and soaks measure time but decide nothing by it, and this file contains the forbidden patterns. */
function isBenchOrSoak(path: string): boolean {
  return /^test\/(?:bench|soak)[/.]/.test(path) || path === "test/check/true-tests.test.ts";
}

function lineOf(path: string, text: string, index: number): string {
  const line = text.slice(0, index).split("\n").length;
  return `${path}:${line}: ${text.split("\n")[line - 1]?.trim()}`;
}
