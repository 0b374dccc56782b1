import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const FOLDER = resolve(import.meta.dirname, "../../lib/money/payments");
const FILE_ENDING = "-adapter.ts";
const FILE_HEADER = `// Made by \`npm run routes\` of the files whose names end in ${FILE_ENDING}.`;

/**
 * The generated files that list payment providers, by path. Each file `<name>-adapter.ts` is a provider, so a
 * new one is named nowhere else.
 */
function adapterFiles(): Record<string, string> {
  const names = globSync(`*${FILE_ENDING}`, { cwd: FOLDER })
    .map((file) => basename(file, FILE_ENDING))
    .sort();
  const imports = names.map((name) => `import { ${name} } from "./${name}${FILE_ENDING}";\n`).join("");
  return {
    [join(FOLDER, "adapters.ts")]:
      `${FILE_HEADER}\n\n${imports}\nexport const ADAPTERS = [${names.join(", ")}];\n`,
    [join(FOLDER, "adapters-schema.ts")]:
      `${FILE_HEADER}\n\nexport const PROVIDER_TYPES = [${names.map((name) => `"${name}"`).join(", ")}] as const;\n`,
  };
}

/** The generated files that are out of date. */
export function staleAdapterFiles(): string[] {
  return Object.entries(adapterFiles())
    .filter(([path, text]) => readFileSync(path, "utf8") !== text)
    .map(([path]) => path);
}

if (process.argv[1] === import.meta.filename)
  for (const [path, text] of Object.entries(adapterFiles())) writeFileSync(path, text);
