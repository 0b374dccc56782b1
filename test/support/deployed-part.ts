import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What is called by a queue, a clock or the CDN alone. */
const UNCALLED = [
  "test/functions/system/platform/look-for-due.test.ts",
  "test/functions/content/media/transform-image.test.ts",
  "test/functions/engagement/customers/merge.test.ts",
];

/**
 * Files of tests that call each operation at least once between them, and few more: each next one is the one that adds
 * most for its number of tests. What is deployed is the code that the whole suite runs, in bundles; what a bundle can
 * break is found by its first calls.
 */
export function filesThatCallAll(root: string): string[] {
  const routes = readFileSync(join(root, "test/contract/routes.txt"), "utf8");
  const operations = new Set(routes.match(/(?<=^\S+ +\S+ )\w+/gm));
  const files = globSync("test/functions/**/*.test.ts", { cwd: root })
    .sort()
    .map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const called = new Set(text.match(/(?<=\w\.)[a-z]\w+/g)?.filter((name) => operations.has(name)));
      return { file, called, tests: text.match(/^ *test(\.\w+)*\(/gm)?.length ?? 1 };
    });
  const chosen = [...UNCALLED];
  const left = new Set(operations);
  for (;;) {
    const gain = ({ called, tests }: (typeof files)[number]) => called.intersection(left).size / (2 + tests);
    const best = files.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    if (gain(best) === 0) return chosen;
    chosen.push(best.file);
    for (const name of best.called) left.delete(name);
  }
}
