import { newId } from "#core/id.ts";

interface Sent {
  id?: string | undefined;
  key: string;
  type: string;
}

/**
 * The fields of a schema with their ids. One that comes without an id is the one that had its key and type before,
 * unless another of them says that it is that one: it was given another key then.
 *
 * @param seconds time that new ids carry
 */
export function withIds<F extends Sent>(
  fields: F[],
  before: Required<Sent>[],
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
