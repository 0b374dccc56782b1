import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf } from "#infra/failure.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A file could not be loaded: its message says where and why. On AWS the build would have found it. */
export class LoadFailure extends Error {
  override readonly name = "LoadFailure";
  constructor(cause: unknown) {
    super(describe(cause));
    // The terminal shows the line of code, which Node puts before the stack.
    if (cause instanceof Error && cause.stack) this.stack = cause.stack;
  }
}

/** @throws LoadFailure for an error of an import */
export function failToLoad(error: unknown): never {
  throw new LoadFailure(error);
}

function describe(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const [, url, line] = /(file:\/\/\/[^\s?:]+)(?:\?version=\d+)?:(\d+)/.exec(stack) ?? [];
  const text = messageOf(error);
  return url === undefined ? text : `${relative(ROOT, fileURLToPath(url))}:${line}: ${text}`;
}
