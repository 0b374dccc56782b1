import { OutboundError, type OutboundReply, outboundFetch } from "#core/outbound.ts";
import { fileNameIn } from "./disposition.ts";
import { MEDIA } from "./errors.ts";
import { safeName } from "./names.ts";
import { MAX_FILE_BYTES } from "./types.ts";

/** Milliseconds of a download; a caller waits for at most 29 seconds, and storing the file takes some of them. */
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;

/** Starts to download a file from a URL that a user gave. */
export async function download(url: string): Promise<{ name: string; chunks: AsyncIterable<Buffer> }> {
  const shown = url.slice(0, 200);
  try {
    const headers = {
      accept: "image/*, video/*, audio/*, application/*;q=0.9, */*;q=0.8",
      "user-agent": "storefront",
    };
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_FILE_BYTES, redirects: MAX_REDIRECTS };
    const reply = await outboundFetch(url, { headers, ...limits });
    if (reply.status !== 200) {
      await reply.excerpt(0);
      throw MEDIA.UPLOAD_FAILED({ file: shown, why: `it answers ${reply.status}` });
    }
    return { name: fileNameOf(reply), chunks: withRefusals(reply.body, shown) };
  } catch (error) {
    throw asRefusal(error, shown);
  }
}

async function* withRefusals(body: AsyncIterable<Buffer>, shown: string): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw asRefusal(error, shown);
  }
}

// The error must not reveal whether a server in a private network exists, or what it answers.
function asRefusal(error: unknown, shown: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  if (error.reason === "size") {
    return MEDIA.FILE_TOO_LARGE({ file: shown, why: `no file can have more than ${MAX_FILE_BYTES} bytes.` });
  }
  const why = error.reason === "network" ? "it cannot be reached" : error.message;
  return MEDIA.UPLOAD_FAILED({ file: shown, why });
}

function fileNameOf({ url, headers }: OutboundReply): string {
  const given = fileNameIn(headers["content-disposition"] ?? "");
  return safeName(given ?? decodePath(new URL(url).pathname));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
