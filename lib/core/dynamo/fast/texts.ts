import { once } from "#core/dynamo/key.ts";
import type { Packing, PackingOptions } from "#core/dynamo/way.ts";

/** The attribute with the text of a record that is stored as one. */
export const RECORD = "_r";

type Fields = Record<string, unknown>;

/**
 * The functions that make the attributes of a record's fields, and take the fields out of them again: some fields as one
 * text of JSON each, or all but some together as one.
 *
 * @param fieldsOf tells the record's fields, in the order of its schema: asked for with the first record, because a
 *   schema is not built before it is used
 */
export function packing(fieldsOf: () => readonly string[], { packed = [], asText }: PackingOptions): Packing {
  const texts: ReadonlySet<string> = new Set(packed);
  const alone = asText && [...asText.but, ...packed];
  const named = once(() => {
    const fields = fieldsOf();
    const apart: readonly string[] = alone ?? fields;
    return { apart, together: fields.filter((name) => !apart.includes(name)) };
  });

  /** A field as an attribute of its own. */
  const attribute = (name: string, value: unknown) =>
    texts.has(name) && typeof value === "object" && value !== null ? JSON.stringify(value) : value;

  const content = (name: string, value: unknown) =>
    typeof value === "string" && texts.has(name) ? JSON.parse(value) : value;

  return {
    attributes: alone && [RECORD, ...alone],

    pack(record: Fields): Fields {
      if (!asText) {
        if (packed.length === 0) return record;
        const made = { ...record };
        for (const name of packed) made[name] = attribute(name, made[name]);
        return made;
      }
      const { apart, together } = named();
      const inText: Fields = {};
      for (const name of together) inText[name] = record[name];
      const made: Fields = { [RECORD]: JSON.stringify(inText) };
      for (const name of apart) if (record[name] !== undefined) made[name] = attribute(name, record[name]);
      return made;
    },

    packSome(some: Fields): Fields {
      const { together } = named();
      const made: Fields = {};
      for (const [name, value] of Object.entries(some)) {
        if (together.includes(name))
          throw new Error(`${name} is stored with the record and not changed in place.`);
        made[name] = attribute(name, value);
      }
      return made;
    },

    unpack(item: Fields): Fields {
      const text = item[RECORD];
      const unpacked: Fields = typeof text === "string" ? JSON.parse(text) : {};
      for (const name of named().apart) {
        const value = item[name];
        if (value !== undefined) unpacked[name] = content(name, value);
      }
      return unpacked;
    },
  };
}
