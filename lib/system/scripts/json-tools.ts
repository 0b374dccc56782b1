import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";

/** The engine's own JSON, taken before the script could put something else in its place. */
export interface JsonTools {
  /** The value of a JSON text. */
  parse(text: string): QuickJSHandle;
  /**
   * The JSON of a value; `undefined` where there is none, as for a function or a circle.
   *
   * @param most characters after which only the beginning is given, one character more than that
   */
  stringify(value: QuickJSHandle, most?: number): string | undefined;
}

// Bound now: later `slice` may be the script's own.
const SLICE = `{
  const slice = Function.prototype.call.bind(String.prototype.slice);
  (text, end) => text.length > end ? slice(text, 0, end) : text;
}`;

export function jsonTools(vm: QuickJSContext): JsonTools {
  const json = vm.getProp(vm.global, "JSON");
  const parse = vm.getProp(json, "parse");
  const stringify = vm.getProp(json, "stringify");
  const slice = vm.unwrapResult(vm.evalCode(SLICE));
  return {
    parse: (text) => vm.unwrapResult(vm.callFunction(parse, json, [vm.newString(text)])),
    stringify(value, most = 1_000_000) {
      const result = vm.callFunction(stringify, json, [value]);
      if (result.error || vm.typeof(result.value) !== "string") return undefined;
      const cut = vm.unwrapResult(
        vm.callFunction(slice, vm.undefined, [result.value, vm.newNumber(most + 1)]),
      );
      return vm.getString(cut);
    },
  };
}
