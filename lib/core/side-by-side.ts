/**
 * Waits for all of several things that are under way at the same time, and answers them in their order.
 *
 * If some fail, the failure that stands first in the list is thrown, whichever of them came first in time. So what a
 * caller is told does not depend on which reply of the table was faster: list the checks in the order in which they
 * count. The one way of waiting in `lib`, in place of `Promise.all`.
 *
 * @param tasks promises that have begun, or values
 * @throws the first failure by place in the list; later ones are heard and dropped
 */
export async function sideBySide<const T extends readonly unknown[] | []>(
  tasks: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  // A failure behind the one that is thrown would end the process if nobody heard it.
  for (const task of tasks) if (task instanceof Promise) task.catch(() => undefined);
  const results: unknown[] = [];
  for (const task of tasks) results.push(await task);
  // Safe: each place holds what its task came to.
  return results as { -readonly [K in keyof T]: Awaited<T[K]> };
}
