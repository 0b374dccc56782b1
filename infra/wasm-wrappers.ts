/**
 * A flag of V8 with which a process keeps the wrappers through which WebAssembly calls JavaScript, as the parser of
 * `fetch` does. By default V8 compiles a faster one after 1,000 calls and frees code that nobody uses then. In rare
 * cases Node 24.21 aborts at that: "Check failed: jit_page.has_value()" below `Runtime_TierUpWasmToJSWrapper`.
 */
export const KEEP_WASM_WRAPPERS = "--wasm-wrapper-tiering-budget=2147483647";
