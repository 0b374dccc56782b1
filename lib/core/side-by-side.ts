/**
 * Waits for several running tasks and returns their results in order. If some fail, it throws the failure that is
 * first in the list, not the first in time. So the error for a caller does not depend on which reply was faster: list
 * the checks in the order in which they count. `lib` uses it in place of `Promise.all`.
 *
 * @param tasks promises that have begun, or values
 * @throws the first failure by place in the list; later ones are dropped
 */
export async function sideBySide<const T extends readonly unknown[] | []>(
  tasks: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  // An unhandled later failure would end the process.
  for (const task of tasks) if (task instanceof Promise) task.catch(() => undefined);
  const results: unknown[] = [];
  for (const task of tasks) results.push(await task);
  // Safe: each place holds the result of its task.
  return results as { -readonly [K in keyof T]: Awaited<T[K]> };
}
