/** Scripts that try to exhaust the sandbox, with the code that each must end with. */
export const hostileScripts: { name: string; script: string; code: string }[] = [
  { name: "an endless loop", script: "for (;;) {}", code: "TIMEOUT" },
  {
    name: "sort of a sparse array of 2^32",
    script: "const a = []; a.length = 2 ** 32 - 1; a.sort(); 1",
    code: "TIMEOUT",
  },
  {
    name: "reverse of a sparse array of 2^32",
    script: "const a = [1]; a.length = 2 ** 32 - 1; a.reverse(); 1",
    code: "TIMEOUT",
  },
  { name: "join of 3·10^8", script: "new Array(3e8).join('abcdefgh'); 1", code: "TIMEOUT" },
  { name: "catastrophic regex", script: "/^(a+)+$/.test('a'.repeat(40) + 'b')", code: "TIMEOUT" },
  {
    name: "5,000 strings of 1 MB kept",
    script: "const k = []; for (let i = 0; i < 5000; i++) k.push('x'.repeat(1e6) + i); 1",
    code: "MEMORY",
  },
  {
    name: "200,000 nested brackets",
    script: "JSON.parse('['.repeat(200000) + ']'.repeat(200000)); 1",
    code: "STACK",
  },
  { name: "a promise loop", script: "const f = () => Promise.resolve().then(f); await f()", code: "MEMORY" },
  { name: "a getter that recurses", script: "const o = { get a() { return this.a } }; o.a", code: "STACK" },
  { name: "10^6 log lines", script: "for (let i = 0; i < 1e6; i++) log(i)", code: "LOG_LIMIT" },
  {
    name: "a loop that catches everything",
    script: "for (;;) try { for (;;) {} } catch {}",
    code: "TIMEOUT",
  },
  { name: "a promise that never settles", script: "await new Promise(() => {})", code: "EXCEPTION" },
  { name: "an output of 1 MB", script: "'x'.repeat(1e6)", code: "OUTPUT_TOO_LARGE" },
  {
    name: "an output of 65 levels",
    script: "let a = 1; for (let i = 0; i < 65; i++) a = [a]; a",
    code: "OUTPUT_TOO_LARGE",
  },
  { name: "a BigInt", script: "10n", code: "OUTPUT_NOT_JSON" },
  { name: "a circle", script: "const o = {}; o.o = o; o", code: "OUTPUT_NOT_JSON" },
  { name: "a wrong source", script: "let = = 2", code: "SYNTAX" },
  { name: "an exception", script: "throw new TypeError('no')", code: "EXCEPTION" },
];

const HOST_NAMES = [
  ..."process require module fetch XMLHttpRequest WebSocket Buffer global window self Deno".split(" "),
  ..."Bun std os console setTimeout setInterval queueMicrotask WebAssembly SharedWorker".split(" "),
  ..."Worker importScripts __dirname structuredClone".split(" "),
];

/** Expressions that try to reach the host: each must be `undefined` or throw. */
export const sandboxEscapes: string[] = [
  ...HOST_NAMES.map((name) => `typeof ${name} === 'undefined' ? undefined : 1`),
  "globalThis.constructor.constructor('return this.process')()",
  "log.constructor('return this.process')()",
  "data.get.constructor('return this.process')()",
  "data.constructor.constructor('return this.require')()",
  "Reflect.construct(Function, ['return this.process'])()",
  "(() => {}).constructor('return typeof process === \"object\" ? 1 : undefined')()",
  "(function () { return this })().process",
  "Object.getPrototypeOf(async function () {}).constructor('return 1').process",
  "eval('this.process')",
  "new Function('return this.global')()",
  "Symbol.for('nodejs.util.inspect.custom').process",
  "log.caller",
  "input.constructor.constructor('return this.process')()",
  "JSON.constructor.constructor('return this.fetch')()",
  "(() => { try { return import('fs').then(() => 1) && undefined } catch { return undefined } })()",
  "Object.getOwnPropertyNames(globalThis).includes('process') ? 1 : undefined",
];
