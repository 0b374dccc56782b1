import type * as esbuild from "esbuild";

/** A file and every chunk that it imports statically. */
export function filesLoadedBy(
  outputs: esbuild.Metafile["outputs"],
  from: string,
  seen: Set<string> = new Set(),
): string[] {
  if (seen.has(from)) return [];
  seen.add(from);
  const chunks = (outputs[from]?.imports ?? []).filter(
    ({ kind, external }) => kind === "import-statement" && !external,
  );
  for (const { path } of chunks) filesLoadedBy(outputs, path, seen);
  return [...seen];
}

/** Packages that a file imports from `node_modules` at run time. */
export function externalPackages({ imports }: esbuild.Metafile["outputs"][string]): string[] {
  return imports.filter(({ external }) => external).map(({ path }) => path);
}
