import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const FOLDER = resolve(import.meta.dirname, "../../lib/money/payments");
const END = "-adapter.ts";
const HEAD = `// Made by \`npm run routes\` of the files whose names end in ${END}.`;

/**
 * The two files that name the providers of payments, by their paths: each file `<name>-adapter.ts` that exports `<name>` is
 * one. So a new provider is named in no other file.
 */
function adapterFiles(): Record<string, string> {
  const names = globSync(`*${END}`, { cwd: FOLDER })
    .map((file) => basename(file, END))
    .sort();
  const imports = names.map((name) => `import { ${name} } from "./${name}${END}";\n`).join("");
  return {
    [join(FOLDER, "adapters.ts")]: `${HEAD}\n\n${imports}\nexport const ADAPTERS = [${names.join(", ")}];\n`,
    [join(FOLDER, "adapters-schema.ts")]:
      `${HEAD}\n\nexport const PROVIDER_TYPES = [${names.map((name) => `"${name}"`).join(", ")}] as const;\n`,
  };
}

/** The files of `adapterFiles` that are not as they would be made now. */
export function staleAdapterFiles(): string[] {
  return Object.entries(adapterFiles())
    .filter(([path, text]) => readFileSync(path, "utf8") !== text)
    .map(([path]) => path);
}

if (process.argv[1] === import.meta.filename)
  for (const [path, text] of Object.entries(adapterFiles())) writeFileSync(path, text);
