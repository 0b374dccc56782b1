// Runs inside the thread of one script: starts an engine, runs the source and posts the result.
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import { addData } from "./data-object.ts";
import { type JsonTools, jsonTools } from "./json-tools.ts";
import { MAX_LOG_BYTES, MAX_LOG_LINES, MAX_MEMORY_PAGES, MAX_STACK_BYTES } from "./limits.ts";
import type { DataAnswer, RunState, Task, ThreadMessage } from "./messages.ts";
import type { Code } from "./schema.ts";
import { MAX_JSON_BYTES } from "./schema-sizes.ts";

/** `JS_EVAL_FLAG_ASYNC` of QuickJS: the result is a promise of `{value}`, with top-level `await`. */
const EVAL_ASYNC = 1 << 7;
/** `JS_EVAL_FLAG_COMPILE_ONLY`. */
const EVAL_COMPILE_ONLY = 1 << 5;

const engineVariant: QuickJSSyncVariant = {
  type: "sync",
  importFFI: async () => (await import("@jitl/quickjs-wasmfile-release-sync/ffi")).QuickJSFFI,
  importModuleLoader: () => import("@jitl/quickjs-wasmfile-release-sync/emscripten-module"),
};

export async function runTask(task: Task, port: MessagePort): Promise<void> {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: MAX_MEMORY_PAGES });
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(engineVariant, { wasmModule: task.engine, wasmMemory: memory }),
  );
  const run: RunState = { fatal: undefined, logs: [], logBytes: 0, dataCalls: 0 };
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(MAX_STACK_BYTES);
  runtime.setInterruptHandler(() => run.fatal !== undefined || isLate(task));
  // The engine grows in large steps, and fails when the next one does not fit.
  const isFull = () => memory.buffer.byteLength >= (MAX_MEMORY_PAGES * 64 * 1024 * 3) / 4;
  port.postMessage(evaluate(runtime, run, task, port, isFull));
}

function isLate({ deadline }: Task): boolean {
  return Date.now() >= deadline;
}

function evaluate(
  runtime: QuickJSRuntime,
  run: RunState,
  task: Task,
  port: MessagePort,
  isFull: () => boolean,
): ThreadMessage {
  const failed = (code: Code, detail = ""): ThreadMessage => ({
    kind: "failed",
    code: run.fatal ?? code,
    detail,
    logs: run.logs,
  });
  try {
    const vm = runtime.newContext();
    const json = jsonTools(vm);
    addGlobals(vm, json, run, task, port);
    const source = sourceOf(vm, json, task.script);
    // After a slow start, an interrupt looks like a syntax error.
    if ("syntax" in source) return isLate(task) ? failed("TIMEOUT") : failed("SYNTAX", source.syntax);
    const evaluated = vm.evalCode(source.text, "script.js", EVAL_ASYNC);
    if (evaluated.error) return failed(...failureOf(vm, json, evaluated.error, task, isFull));
    const settled = (promise: QuickJSHandle) => resolveWithin(vm, promise, run, task, isFull);
    const whole = settled(evaluated.value);
    // The last expression may be a promise itself.
    const last = whole.value && settled(vm.getProp(whole.value, "value"));
    const { value, error, code, detail } = last ?? whole;
    if (error) return failed(...failureOf(vm, json, error, task, isFull));
    if (value === undefined) return failed(code ?? "EXCEPTION", detail);
    const output = outputOf(vm, json, value);
    if ("code" in output) return failed(output.code);
    return run.fatal ? failed(run.fatal) : { kind: "done", output: output.json, logs: run.logs };
  } catch (error) {
    if (isLate(task)) return failed("TIMEOUT");
    return failed(isFull() ? "MEMORY" : "EXCEPTION", String(error).slice(0, 200));
  }
}

/** The outcome of a promise: a value, an error, or why it was not awaited. */
interface PromiseOutcome {
  value?: QuickJSHandle;
  error?: QuickJSHandle;
  code?: Code;
  detail?: string;
}

function resolveWithin(
  vm: QuickJSContext,
  promise: QuickJSHandle,
  run: RunState,
  task: Task,
  isFull: () => boolean,
): PromiseOutcome {
  for (;;) {
    const state = vm.getPromiseState(promise);
    if (state.type === "fulfilled") return { value: state.value };
    if (state.type === "rejected") return { error: state.error };
    if (run.fatal || isLate(task)) return { code: "TIMEOUT" };
    const jobs = vm.runtime.executePendingJobs(1000);
    if (jobs.error) return { error: jobs.error };
    // Out of memory, the engine drops a job, and whatever awaits it never continues.
    if (jobs.value === 0)
      return isFull() ? { code: "MEMORY" } : { detail: "Error: what the script awaits never comes" };
  }
}

function addGlobals(vm: QuickJSContext, json: JsonTools, run: RunState, task: Task, port: MessagePort): void {
  vm.setProp(vm.global, "input", json.parse(task.input));
  const log = vm.newFunction("log", (...parts) => {
    if (run.fatal) return;
    const line = logLineOf(vm, json, parts);
    run.logBytes += line === undefined ? Number.POSITIVE_INFINITY : Buffer.byteLength(line);
    if (line === undefined || run.logs.length >= MAX_LOG_LINES || run.logBytes > MAX_LOG_BYTES)
      run.fatal = "LOG_LIMIT";
    else run.logs.push(line);
  });
  vm.setProp(vm.global, "log", log);
  addData(vm, json, run, (call) => callData(port, task, call));
}

// Blocks the thread until the answer arrives, so that a `data` call looks synchronous to the script.
function callData(port: MessagePort, task: Task, call: string): DataAnswer | undefined {
  const signal = new Int32Array(task.signal);
  Atomics.store(signal, 0, 0);
  port.postMessage({ kind: "call", call } satisfies ThreadMessage);
  Atomics.wait(signal, 0, 0, Math.max(1, task.deadline - Date.now()));
  // Only the runner posts to this port.
  return receiveMessageOnPort(port)?.message;
}

// A source with a top-level `return` runs as the body of a function.
function sourceOf(
  vm: QuickJSContext,
  json: JsonTools,
  script: string,
): { text: string } | { syntax: string } {
  const body = `await (async function () {\n${script}\n})()`;
  const whole = syntaxErrorOf(vm, json, script);
  if (whole === undefined) return { text: script };
  return syntaxErrorOf(vm, json, body) === undefined ? { text: body } : { syntax: whole };
}

function syntaxErrorOf(vm: QuickJSContext, json: JsonTools, text: string): string | undefined {
  const parsed = vm.evalCode(text, "script.js", EVAL_ASYNC | EVAL_COMPILE_ONLY);
  if (!parsed.error) return undefined;
  const message = vm.getProp(parsed.error, "message").consume((handle) => textOf(vm, json, handle));
  const line = vm.getProp(parsed.error, "lineNumber").consume((handle) => textOf(vm, json, handle));
  return `${message}${/^\d+$/.test(line) ? ` (line ${line})` : ""}`.slice(0, 300);
}

function failureOf(
  vm: QuickJSContext,
  json: JsonTools,
  error: QuickJSHandle,
  task: Task,
  isFull: () => boolean,
): [Code, string] {
  const field = (property: string) =>
    vm.getProp(error, property).consume((handle) => textOf(vm, json, handle));
  const isNull = vm.typeof(error) === "object" && vm.eq(error, vm.null);
  // Out of memory, the engine throws null instead of an error.
  if (isNull && isFull()) return ["MEMORY", "null"];
  if (isNull) return [isLate(task) ? "TIMEOUT" : "EXCEPTION", "null"];
  if (vm.typeof(error) !== "object") return ["EXCEPTION", textOf(vm, json, error)];
  const [name, message] = [field("name"), field("message")];
  if (name === "InternalError" && message === "interrupted") return ["TIMEOUT", ""];
  if (name === "InternalError" && message === "out of memory") return ["MEMORY", ""];
  if (message === "stack overflow") return ["STACK", ""];
  if (isLate(task)) return ["TIMEOUT", ""];
  return ["EXCEPTION", `${name}: ${message}`];
}

/** A value as text: of a string at most 1,000 characters, of an object only its type. */
function textOf(vm: QuickJSContext, json: JsonTools, handle: QuickJSHandle): string {
  const type = vm.typeof(handle);
  if (type === "string") return json.text(handle, 1000);
  return type === "symbol" || type === "object" || type === "function" ? type : String(vm.dump(handle));
}

/** A line of the log; `undefined` when it exceeds the limit of the whole log. */
function logLineOf(vm: QuickJSContext, json: JsonTools, parts: readonly QuickJSHandle[]): string | undefined {
  let line = "";
  for (const [index, part] of parts.entries()) {
    const isText = vm.typeof(part) === "string";
    // This must not run engine code: that could be interrupted, and the script would catch it.
    if (isText && vm.getProp(part, "length").consume((length) => vm.getNumber(length)) > MAX_LOG_BYTES)
      return undefined;
    line += `${index > 0 ? " " : ""}${isText ? json.text(part, MAX_LOG_BYTES) : logText(vm, json, part)}`;
    if (line.length > MAX_LOG_BYTES) return undefined;
  }
  return line;
}

function logText(vm: QuickJSContext, json: JsonTools, handle: QuickJSHandle): string {
  const isObject = vm.typeof(handle) === "object";
  return isObject ? (json.stringify(handle, MAX_LOG_BYTES) ?? "object") : textOf(vm, json, handle);
}

function outputOf(
  vm: QuickJSContext,
  json: JsonTools,
  value: QuickJSHandle,
): { json: string } | { code: Code } {
  if (vm.typeof(value) === "undefined") return { json: "null" };
  const text = json.stringify(value, MAX_JSON_BYTES);
  if (text === undefined) return { code: "OUTPUT_NOT_JSON" };
  return text.length > MAX_JSON_BYTES ? { code: "OUTPUT_TOO_LARGE" } : { json: text };
}
