/** An expression in a literal, printed as it is. */
export class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Columns of what stays on one line. */
export const LINE_WIDTH = 66;

/**
 * A value as a literal of TypeScript, on several lines where it is wider than `width`. Leaves out fields without a
 * value. `depth`: levels of indentation around it.
 */
export function codeOf(value: unknown, depth = 0, width = LINE_WIDTH): string {
  if (value instanceof Code) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = (inner: number) =>
    isList
      ? value.map((each) => codeOf(each, inner))
      : Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .map(([name, each]) => fieldCode(name, each, inner));
  const [open, close, gap] = isList ? ["[", "]", ""] : ["{", "}", " "];
  const short = parts(depth).join(", ");
  if (short === "") return open + close;
  if (short.length <= width && !short.includes("\n")) return `${open}${gap}${short}${gap}${close}`;
  const indent = "  ".repeat(depth + 1);
  return [open, ...parts(depth + 1).map((part) => `${indent}${part},`), `${indent.slice(2)}${close}`].join(
    "\n",
  );
}

function fieldCode(name: string, value: unknown, depth: number): string {
  if (value instanceof Code && value.text === name) return name;
  return `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${codeOf(value, depth)}`;
}
