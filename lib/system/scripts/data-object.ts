import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { JsonTools } from "./json-tools.ts";
import { MAX_DATA_BYTES, MAX_DATA_CALLS } from "./limits.ts";
import type { DataAnswer, RunState } from "./messages.ts";
import type { DataCall } from "./schema.ts";

/** Adds `data` to an engine: `get`, `put`, `delete`, `list`, which return at once and can be awaited too. */
export function addData(
  vm: QuickJSContext,
  json: JsonTools,
  run: RunState,
  ask: (call: string) => DataAnswer | undefined,
): void {
  const data = vm.newObject();
  for (const kind of ["get", "put", "delete", "list"] as const) {
    const method = vm.newFunction(kind, (...args) => {
      const call = callText(json, run, kind, args);
      const answer = ask(call);
      if (!answer) throw new Error("data did not answer in time");
      if ("refused" in answer) throw new Error(answer.refused);
      return json.parse(answer.json);
    });
    vm.setProp(data, kind, method);
  }
  vm.setProp(vm.global, "data", data);
}

function callText(json: JsonTools, run: RunState, kind: DataCall["kind"], args: QuickJSHandle[]): string {
  run.dataCalls += 1;
  if (run.dataCalls > MAX_DATA_CALLS) {
    run.fatal ??= "DATA_LIMIT";
    throw new Error("data was called too often");
  }
  const [first = "null", second, third = "{}"] = args.map((arg) => json.stringify(arg, MAX_DATA_BYTES));
  const call = {
    get: `{"kind":"get","key":${first}}`,
    delete: `{"kind":"delete","key":${first}}`,
    put: `{"kind":"put","key":${first},"value":${second ?? "null"},"options":${third}}`,
    list: `{"kind":"list","prefix":${first},"options":${second ?? "{}"}}`,
  }[kind];
  if (Buffer.byteLength(call) > MAX_DATA_BYTES) throw new RangeError("a call of data carries at most 1 MB");
  return call;
}
