import type * as z from "zod";

type Visit = (schema: z.core.$ZodTypes, path: string) => void;

/** Visits a schema and all its parts once, each with its path: `items[].shipments[].lines`. */
export function walk(root: z.core.$ZodType, visit: Visit): void {
  const seen = new Set<z.core.$ZodType>();
  const go = (each: z.core.$ZodType, path: string) => {
    if (seen.has(each)) return;
    seen.add(each);
    // Safe: every schema is one of zod's.
    const schema = each as z.core.$ZodTypes;
    visit(schema, path);
    for (const [name, part] of partsOf(schema)) {
      go(part, /^[[{|]/.test(name) ? `${path}${name}` : [path, name].filter(Boolean).join("."));
    }
  };
  go(root, "");
}

function partsOf(schema: z.core.$ZodTypes): [string, z.core.$ZodType][] {
  const { def } = schema._zod;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape);
    case "array":
      return [["[]", def.element]];
    case "record":
      return [["{}", def.valueType]];
    case "union":
      return def.options.map((option, index) => [`|${index + 1}`, option]);
    case "pipe":
      return [
        ["", def.in],
        ["", def.out],
      ];
    case "lazy":
      return [["", def.getter()]];
    default:
      return "innerType" in def ? [["", def.innerType]] : [];
  }
}
