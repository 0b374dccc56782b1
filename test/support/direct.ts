import { kebab, type Operation } from "#core/http/contract.ts";
import { operationFunction } from "#infra/local/handlers.ts";
import { recordReply } from "./api-coverage.ts";
import { type DirectRequest, eventOf } from "./http-event.ts";

export type { DirectRequest } from "./http-event.ts";
export type DirectReply = { status: number; headers: Record<string, string>; body: string };

/**
 * Calls a handler in this process, as Lambda does, for tests that observe its table calls or logs, and for
 * requests that no HTTP client sends.
 */
export async function invokeDirect(operation: Operation, request: DirectRequest = {}): Promise<DirectReply> {
  const { id } = operation;
  const answer = await operationFunction(operation).invoke(eventOf(operation, request), crypto.randomUUID());
  if (typeof answer !== "object" || answer === null || !("statusCode" in answer && "body" in answer)) {
    throw new Error(`functions/${operation.folder}/${kebab(id)}.ts answered ${JSON.stringify(answer)}.`);
  }
  const rawHeaders = "headers" in answer ? Object.entries(answer.headers ?? {}) : [];
  const headers = Object.fromEntries(rawHeaders.map(([name, value]) => [name, String(value)]));
  const [status, body] = [Number(answer.statusCode), String(answer.body)];
  const isJson = headers["content-type"]?.startsWith("application/json") && !headers["content-encoding"];
  if (!request.isRandom) recordReply(operation, status, isJson && body ? JSON.parse(body) : body);
  return { status, headers, body };
}
