/** The functions that put fields of a kind of record into one text each, and take them out again. */
export function packing(fields: readonly string[], names: readonly string[] = []) {
  const packed: ReadonlySet<string> = new Set(names);
  return {
    /** The fields as they are stored. A field without a value stays without. */
    pack(fields: Record<string, unknown>): Record<string, unknown> {
      if (names.length === 0) return fields;
      const made = { ...fields };
      for (const name of names) {
        const value = made[name];
        if (typeof value === "object" && value !== null) made[name] = JSON.stringify(value);
      }
      return made;
    },

    /** The fields of an item as they were before `pack`, in the order of their names here. */
    unpack(item: Record<string, unknown>): Record<string, unknown> {
      const unpacked: Record<string, unknown> = {};
      for (const name of fields) {
        const value = item[name];
        if (value === undefined) continue;
        unpacked[name] = typeof value === "string" && packed.has(name) ? JSON.parse(value) : value;
      }
      return unpacked;
    },
  };
}
