import type * as esbuild from "esbuild";

/** A file of a build and every chunk that importing it loads. */
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

/** What a file of a build imports that stands beside it. */
export function externals({ imports }: esbuild.Metafile["outputs"][string]): string[] {
  return imports.filter(({ external }) => external).map(({ path }) => path);
}
