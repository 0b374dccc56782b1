import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ENGINE_FILE = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");

/** The engine as WebAssembly. The build replaces this file by its bytes. */
export const ENGINE: Uint8Array<ArrayBuffer> = new Uint8Array(readFileSync(ENGINE_FILE));
