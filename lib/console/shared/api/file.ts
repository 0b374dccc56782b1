import { permissions } from "#console/generated/permissions.ts";
import { config } from "#console/shared/config.ts";
import { send } from "#console/shared/session/send.ts";
import { ApiError } from "./errors.ts";
import type { ReadId } from "./types.ts";

/** Reads an operation that answers with a file. */
export async function readFile(
  operation: ReadId,
  store: string,
  query: Readonly<Record<string, string>>,
): Promise<string> {
  const [, , path = ""] = permissions[operation].split(" ");
  const url = `${config().api}${path.replace("{storeId}", store)}?${new URLSearchParams(query)}`;
  const response = await send(new Request(url));
  const text = await response.text();
  if (!response.ok) throw new ApiError(response, parseJson(text));
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
