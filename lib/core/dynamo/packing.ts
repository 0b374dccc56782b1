/** The functions that put fields of a kind of record into one text each, and take them out again. */
export function packing(names: readonly string[] = []) {
  return {
    /** The fields as they are stored. A field without a value stays without. */
    pack(fields: Record<string, unknown>): Record<string, unknown> {
      if (names.length === 0) return fields;
      const packed = { ...fields };
      for (const name of names) {
        const value = packed[name];
        if (typeof value === "object" && value !== null) packed[name] = JSON.stringify(value);
      }
      return packed;
    },

    /** The fields as they were before `pack`. */
    unpack(item: Record<string, unknown>): Record<string, unknown> {
      if (names.length === 0) return item;
      const unpacked = { ...item };
      for (const name of names) {
        const value = unpacked[name];
        if (typeof value === "string") unpacked[name] = JSON.parse(value);
      }
      return unpacked;
    },
  };
}
