interface Page<T> {
  items: T[];
  cursor: string | null;
}

/**
 * Every item of a list, page by page: `for await (const form of items((cursor) => …))`.
 *
 * @throws ApiError when the API refused
 * @throws Error when a page names itself as the next one, as where `load` does not send the cursor
 */
export async function* items<T>(
  load: (cursor: string | undefined) => Promise<{ data?: Page<T>; error?: Error }>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data, error } = await load(cursor);
    if (!data) throw error instanceof Error ? error : new Error("The answer is empty.");
    yield* data.items;
    if (data.cursor !== null && data.cursor === cursor)
      throw new Error("The list does not go on: does the call send the cursor?");
    cursor = data.cursor || undefined;
  } while (cursor !== undefined);
}
