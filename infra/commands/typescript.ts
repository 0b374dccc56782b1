export type Json = { [keyword: string]: unknown };

const LINE_WIDTH = 120;

/**
 * The TypeScript type of a JSON schema, with comments; `unknown` where TypeScript has no equivalent.
 * `indent`: columns before its line.
 */
export function typeOf(schema: unknown, indent: number): string {
  const { $ref, const: constant, enum: words, anyOf, oneOf, allOf, type, ...rest }: Json = Object(schema);
  if (typeof $ref === "string") return `components["schemas"]["${$ref.split("/").at(-1)}"]`;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(words))
    return unionType(
      words.map((word) => JSON.stringify(word)),
      indent,
    );
  const choice = anyOf ?? oneOf;
  if (Array.isArray(choice)) return unionType(distinctTypes(choice, indent), indent);
  if (Array.isArray(allOf)) return `(${distinctTypes(allOf, indent).join(" & ")})`;
  if (Array.isArray(type)) {
    const each = type.map((one) => ({ ...rest, type: one }));
    return unionType(distinctTypes(each, indent), indent);
  }
  if (type === "array") return arrayOf(rest, indent);
  if (type === "object") return objectOf(rest, indent);
  if (type === "integer" || type === "number") return "number";
  return type === "string" || type === "boolean" || type === "null" ? type : "unknown";
}

/** A JSDoc comment, or nothing without texts. */
export function docComment(texts: readonly unknown[], indent: number): string {
  const margin = " ".repeat(indent);
  const paragraphs = texts.filter((text) => typeof text === "string" && text !== "").map(String);
  if (paragraphs.length === 0) return "";
  const safe = paragraphs.map((text) => text.replaceAll("*/", "*\\/"));
  const [first = ""] = safe;
  if (safe.length === 1 && !first.includes("\n") && indent + first.length + 7 < LINE_WIDTH)
    return `${margin}/** ${first} */\n`;
  const lines = safe.flatMap((text) =>
    text.split("\n").flatMap((line) => wrapText(line, LINE_WIDTH - indent - 4)),
  );
  const body = lines.map((line) => `${margin} * ${line}`.trimEnd());
  return [`${margin}/**`, ...body, `${margin} */\n`].join("\n");
}

export function quote(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function distinctTypes(schemas: readonly unknown[], indent: number): string[] {
  return [...new Set(schemas.map((each) => typeOf(each, indent)))];
}

/** A union type, broken into lines that fit. */
export function unionType(parts: readonly string[], indent: number): string {
  const line = parts.join(" | ");
  if (line.includes("\n") || indent + line.length < 80) return parts.length > 1 ? `(${line})` : line;
  const margin = " ".repeat(indent + 2);
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && margin.length + last.length + part.length + 5 < LINE_WIDTH)
      lines[lines.length - 1] = `${last} | ${part}`;
    else lines.push(part);
  }
  return `(\n${margin}| ${lines.join(`\n${margin}| `)}\n${" ".repeat(indent)})`;
}

function arrayOf({ items }: Json, indent: number): string {
  const each = items ? typeOf(items, indent) : "unknown";
  return /^[\w."[\]]+$/.test(each) || /^[({][\s\S]*[)}]$/.test(each) ? `${each}[]` : `(${each})[]`;
}

function objectOf({ properties, required, additionalProperties }: Json, indent: number): string {
  const demanded = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(Object(properties)).map(([name, schema]) => {
    const { description, deprecated, default: usual }: Json = Object(schema);
    const known = usual === undefined || (typeof usual === "object" && usual !== null);
    const text = docComment(
      [deprecated ? `@deprecated ${description}` : description, known ? undefined : `@default ${usual}`],
      indent + 2,
    );
    return `${text}${" ".repeat(indent + 2)}${quote(name)}${demanded.has(name) ? "" : "?"}: ${typeOf(schema, indent + 2)};`;
  });
  if (fields.length > 0) return `{\n${fields.join("\n")}\n${" ".repeat(indent)}}`;
  const isMap = typeof additionalProperties === "object" && additionalProperties !== null;
  return `{ [name: string]: ${isMap ? typeOf(additionalProperties, indent) : "unknown"} }`;
}

function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
