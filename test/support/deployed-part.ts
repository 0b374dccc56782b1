import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Tests of files, compiled packages and threads, which bundles contain besides code. */
const BUNDLE_TESTS = ["test/functions/system/scripts/*.test.ts", "test/functions/content/media/*.test.ts"];

/**
 * A few test files that together call each domain, chosen greedily by number of tests. The suite runs the
 * same code, and what a bundle can break shows in its first calls.
 */
export function filesThatCallEachDomain(root: string): string[] {
  const domains = new Map(
    globSync("functions/*/*/*.ts", { cwd: root })
      .filter((file) => !/\.(worker|thread)\.ts$|\/routes\.ts$/.test(file))
      .map((file) => [operationIdOf(file), dirname(file)]),
  );
  const files = globSync("test/functions/**/*.test.ts", { cwd: root })
    .sort()
    .map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const called = text.match(/(?<=\w\.)[a-z]\w+/g) ?? [];
      return {
        file,
        called: new Set(called.flatMap((name) => domains.get(name) ?? [])),
        tests: text.match(/^ *test(\.\w+)*\(/gm)?.length ?? 1,
      };
    });
  const chosen = globSync(BUNDLE_TESTS, { cwd: root }).sort();
  const uncovered = new Set(domains.values());
  for (const { file, called } of files)
    if (chosen.includes(file)) for (const each of called) uncovered.delete(each);
  for (;;) {
    const gain = ({ called, tests }: (typeof files)[number]) =>
      called.intersection(uncovered).size / (2 + tests);
    const best = files.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    if (gain(best) === 0) return chosen;
    chosen.push(best.file);
    for (const each of best.called) uncovered.delete(each);
  }
}

/** `functions/commerce/carts/add-cart-item.ts` has `addCartItem`. */
function operationIdOf(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1, -".ts".length);
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
