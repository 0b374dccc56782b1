import { newNetworkAccount } from "./account.ts";
import { newGrants } from "./grants.ts";
import { newNetworkId } from "./ids.ts";
import { type NetworkRules, Refusal, type Request, refuseUnknown, type StandIn } from "./stand-in.ts";
import { youtubePeople } from "./youtube-people.ts";

const CHUNK_BYTES = 256 * 1024;
const refusalOf = (status: number, reason: string) =>
  new Refusal(status, { error: { code: status, message: reason, errors: [{ reason, domain: "youtube" }] } });

type Session = { title: string; size: number; received: number; video: string | null };

/** YouTube as documented: resumable uploads in ordered chunks of 256 KiB, 308 until the last byte. */
export async function standInForYoutube(): Promise<StandIn> {
  const { once, talk, open } = newNetworkAccount();
  const channel = `UC${newNetworkId()}`;
  const access = `ya29-${channel}`;
  const sessions = new Map<string, Session>();
  let base = "";
  const grants = newGrants({
    access,
    refresh: "youtube-refresh-canary",
    client: "client_id",
    separator: " ",
    pkce: true,
    rotates: false,
    seconds: 3599,
  });
  const rules: NetworkRules = {
    limited: () => ({
      status: 403,
      json: { error: { code: 403, message: "Rate limit", errors: [{ reason: "rateLimitExceeded" }] } },
    }),
    broken: () => ({
      status: 503,
      json: { error: { code: 503, message: "Backend Error", errors: [{ reason: "backendError" }] } },
    }),
    act(request) {
      if (request.path === "/token") return { step: "token", run: () => grants.token(request) };
      if (request.path === "/revoke") return { step: "token", run: () => ({ status: 200, json: {} }) };
      if (request.headers.authorization !== `Bearer ${grants.live()}`) throw refusalOf(401, "authError");
      if (request.method === "PUT") return takeChunk(request, sessions, once.note);
      if (request.path === "/upload/youtube/v3/videos") return beginUpload(request, sessions, () => base);
      return { step: "people", run: () => youtubePeople(request, talk, channel) };
    },
  };
  const standIn = await open(rules, {
    type: "youtube_channel",
    account: { id: channel, name: "Channel" },
    access,
    refresh: "youtube-refresh-canary",
    signIn: grants,
    needs: "video",
    content: (text, mediaId) => ({ title: text, description: "", video_media_id: mediaId }),
    count: (text) =>
      [...sessions.values()].filter(({ title, video }) => video !== null && title === text).length,
    origins: ["https://www.googleapis.com", "https://oauth2.googleapis.com"],
  });
  base = standIn.url;
  return standIn;
}

function beginUpload({ query, headers, json }: Request, sessions: Map<string, Session>, base: () => string) {
  refuseUnknown(query.keys(), ["uploadType", "part"], (name) => refusalOf(400, `unknownParameter ${name}`));
  const parts = (query.get("part") ?? "").split(",");
  const undeclared = Object.keys(json).find((part) => !parts.includes(part));
  if (undeclared) throw refusalOf(400, "unexpectedPart");
  const title = String(Object(json.snippet).title ?? "");
  if (!title || title.length > 100 || /[<>]/.test(title)) throw refusalOf(400, "invalidTitle");
  return {
    step: "reversible" as const,
    run: () => {
      const id = newNetworkId();
      sessions.set(id, { title, size: Number(headers["x-upload-content-length"]), received: 0, video: null });
      return { status: 200, headers: { location: `${base()}/session/${id}` } };
    },
  };
}

function takeChunk(
  { path, headers, body }: Request,
  sessions: Map<string, Session>,
  note: (key: string) => void,
) {
  const id = path.split("/").at(-1) ?? "";
  const session = sessions.get(id);
  if (!session) throw refusalOf(404, "notFound");
  const range = headers["content-range"] ?? "";
  const state = () =>
    session.video
      ? { status: 201, json: { id: session.video, snippet: { title: session.title } } }
      : {
          status: 308,
          ...(session.received > 0 ? { headers: { range: `bytes=0-${session.received - 1}` } } : {}),
        };
  if (range === `bytes */${session.size}`) return { step: "lookup" as const, run: state };
  const [, first = "", last = "", total = ""] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? [];
  const isLast = Number(last) + 1 === session.size;
  if (Number(total) !== session.size || Number(last) - Number(first) + 1 !== body.length)
    throw refusalOf(400, "badContentRange");
  if (Number(first) !== session.received) throw refusalOf(400, "chunkOutOfOrder");
  if (!isLast && body.length % CHUNK_BYTES !== 0) throw refusalOf(400, "badChunkSize");
  return {
    step: isLast ? ("publish" as const) : ("reversible" as const),
    run: () => {
      session.received = Number(last) + 1;
      if (isLast) {
        note(id);
        session.video = `v${newNetworkId()}`;
      }
      return state();
    },
  };
}
