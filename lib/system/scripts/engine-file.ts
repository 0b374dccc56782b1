import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const FILE = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");

/** The engine as WebAssembly. What is deployed has the bytes in place of this file. */
export const ENGINE: Uint8Array<ArrayBuffer> = new Uint8Array(readFileSync(FILE));
