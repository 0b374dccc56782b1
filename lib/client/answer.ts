import type { ApiError } from "./errors.ts";

/**
 * Resolves to the data of a call.
 *
 * @throws ApiError when the API refused
 */
export async function answer<T>(
  call: Promise<{ data?: T; error?: ApiError; response: Response }>,
): Promise<T> {
  const { data, error } = await call;
  if (error) throw error;
  if (data === undefined) throw new Error("The answer is empty.");
  return data;
}
