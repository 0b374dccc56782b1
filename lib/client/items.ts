interface Page<T> {
  items: T[];
  cursor: string | null;
}

/**
 * Every item of a list, page by page: `for await (const form of items((cursor) => …))`.
 *
 * @throws ApiError when the API refused
 */
export async function* items<T>(
  load: (cursor: string | undefined) => Promise<{ data?: Page<T>; error?: Error }>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data, error } = await load(cursor);
    if (!data) throw error instanceof Error ? error : new Error("The answer is empty.");
    yield* data.items;
    cursor = data.cursor ?? undefined;
  } while (cursor !== undefined);
}
