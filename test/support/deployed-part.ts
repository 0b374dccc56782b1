import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What bundles have besides code: files beside it, packages that no bundler can inline, and threads. */
const PECULIAR = ["test/functions/system/scripts/*.test.ts", "test/functions/content/media/*.test.ts"];

/**
 * Files of tests that do something in each domain between them, and few more: each next one is the one that adds most for
 * its number of tests. What is deployed is the code that the whole suite runs, in bundles; what a bundle can break is
 * found by its first calls.
 */
export function filesThatCallEachDomain(root: string): string[] {
  const domains = new Map(
    globSync("functions/*/*/*.ts", { cwd: root })
      .filter((file) => !/\.(worker|thread)\.ts$|\/routes\.ts$/.test(file))
      .map((file) => [camel(file), dirname(file)]),
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
  const chosen = globSync(PECULIAR, { cwd: root }).sort();
  const left = new Set(domains.values());
  for (const { file, called } of files)
    if (chosen.includes(file)) for (const each of called) left.delete(each);
  for (;;) {
    const gain = ({ called, tests }: (typeof files)[number]) => called.intersection(left).size / (2 + tests);
    const best = files.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    if (gain(best) === 0) return chosen;
    chosen.push(best.file);
    for (const each of best.called) left.delete(each);
  }
}

/** `functions/commerce/carts/add-cart-item.ts` has `addCartItem`. */
function camel(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1, -".ts".length);
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
