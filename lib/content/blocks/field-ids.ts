import { newId } from "#core/id.ts";

interface FieldInput {
  id?: string | undefined;
  key: string;
  type: string;
}

/**
 * Gives the fields of a schema their ids. A field without an id keeps the id of the stored field with its key and type,
 * unless another field names that id, because then the stored field was given a new key.
 *
 * @param seconds time of new ids
 */
export function withIds<F extends FieldInput>(
  fields: F[],
  before: Required<FieldInput>[],
  seconds: number,
): (F & { id: string })[] {
  const named = new Set(fields.map(({ id }) => id));
  return fields.map((field) => {
    const same = before.find(
      ({ id, key, type }) => key === field.key && type === field.type && !named.has(id),
    );
    return { ...field, id: field.id ?? same?.id ?? newId("field", seconds) };
  });
}
