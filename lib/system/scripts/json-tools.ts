import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";

/** The engine's own JSON, saved before the script can replace it. */
export interface JsonTools {
  parse(text: string): QuickJSHandle;
  /**
   * The JSON of a value; `undefined` if it has none, such as a function or a cycle.
   *
   * @param most characters; of a longer text one character more than that is returned
   */
  stringify(value: QuickJSHandle, most?: number): string | undefined;
  /**
   * A whole string: the engine's own conversion ends at U+0000.
   *
   * @param most characters after which it is cut
   */
  text(value: QuickJSHandle, most: number): string;
}

// Bound now, because the script may replace `slice` later.
const SLICE_SOURCE = `{
  const slice = Function.prototype.call.bind(String.prototype.slice);
  (text, end) => text.length > end ? slice(text, 0, end) : text;
}`;

export function jsonTools(vm: QuickJSContext): JsonTools {
  const json = vm.getProp(vm.global, "JSON");
  const parse = vm.getProp(json, "parse");
  const stringify = vm.getProp(json, "stringify");
  const slice = vm.unwrapResult(vm.evalCode(SLICE_SOURCE));
  const lengthOf = (text: QuickJSHandle) =>
    vm.getProp(text, "length").consume((length) => vm.getNumber(length));
  const first = (text: QuickJSHandle, most: number) =>
    vm.callFunction(slice, vm.undefined, [text, vm.newNumber(most)]);
  const quoted = (text: QuickJSHandle, most: number): string | undefined => {
    const cut = first(text, most);
    const result = cut.error ? cut : vm.callFunction(stringify, json, [cut.value]);
    return result.error ? undefined : vm.getString(result.value);
  };
  return {
    parse: (text) => vm.unwrapResult(vm.callFunction(parse, json, [vm.newString(text)])),
    stringify(value, most = 1_000_000) {
      const result = vm.callFunction(stringify, json, [value]);
      if (result.error || vm.typeof(result.value) !== "string") return undefined;
      return vm.getString(vm.unwrapResult(first(result.value, most + 1)));
    },
    text(value, most) {
      const plain = vm.getString(value);
      if (plain.length === lengthOf(value)) return plain.slice(0, most);
      const text = quoted(value, most);
      // An engine without memory or time left cannot quote.
      return text === undefined ? plain.slice(0, most) : String(JSON.parse(text)).toWellFormed();
    },
  };
}
