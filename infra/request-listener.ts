import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { messageOf, reportFailure } from "#infra/failure.ts";

/** A request that the caller has to change. */
class MalformedRequest extends Error {}

/**
 * A listener that no request can bring down: what `answer` throws or rejects with is printed, and becomes the answer.
 *
 * @param server its name, for the terminal
 */
export function safeListener(
  server: string,
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): RequestListener {
  return async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      answerFailure(server, response, error);
    }
  };
}

/** The URL of a request, whose host means nothing. Within a safe listener, a path that is none is answered with 400. */
export function urlOf({ url = "/" }: IncomingMessage): URL {
  const found = URL.parse(url, "http://127.0.0.1");
  if (!found) throw new MalformedRequest(`The path ${url} is not part of a URL.`);
  return found;
}

function answerFailure(server: string, response: ServerResponse, error: unknown): void {
  // A caller who went away is no failure.
  if (response.destroyed) return;
  const isMalformed = error instanceof MalformedRequest;
  if (!isMalformed) reportFailure(server, error);
  if (response.writableEnded) return;
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(isMalformed ? 400 : 500, { "content-type": "text/plain; charset=utf-8" })
      .end(messageOf(error));
}
