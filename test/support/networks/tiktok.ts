import { newNetworkAccount } from "./account.ts";
import { newGrants } from "./grants.ts";
import { newNetworkId } from "./ids.ts";
import { type NetworkRules, Refusal, type Request, refuseUnknown, type StandIn } from "./stand-in.ts";

const MB = 1_000_000;
const refusalOf = (status: number, code: string) =>
  new Refusal(status, { error: { code, message: code, log_id: "1" } });
const ok = (data: unknown) => ({
  status: 200,
  json: { data, error: { code: "ok", message: "", log_id: "1" } },
});

interface Upload {
  title: string;
  size: number;
  chunk: number;
  count: number;
  next: number;
  polls: number;
  post: string;
}

/**
 * TikTok as documented: `ok` on success, chunks in order and of the right size, a post after the last byte.
 */
export async function standInForTiktok(): Promise<StandIn> {
  const { once, open } = newNetworkAccount();
  const openId = `open-${newNetworkId()}`;
  const access = `act.${openId}`;
  const uploads = new Map<string, Upload>();
  let base = "";
  const grants = newGrants({
    access,
    refresh: "rft-canary",
    client: "client_key",
    separator: ",",
    pkce: false,
    rotates: true,
    seconds: 86_400,
    further: { open_id: openId, refresh_expires_in: 31_536_000 },
  });
  const rules: NetworkRules = {
    limited: () => ({
      status: 429,
      json: { error: { code: "rate_limit_exceeded", message: "Slow down", log_id: "1" } },
    }),
    broken: () => ({
      status: 500,
      json: { error: { code: "internal_error", message: "Try later", log_id: "1" } },
    }),
    act(request) {
      const { method, path, headers, json } = request;
      if (path === "/v2/oauth/token/") return { step: "token", run: () => grants.token(request) };
      if (path === "/v2/oauth/revoke/") return { step: "token", run: () => ({ status: 200, json: {} }) };
      if (method === "PUT") return takeChunk(request, uploads, once.note);
      if (headers.authorization !== `Bearer ${grants.live()}`) throw refusalOf(401, "access_token_invalid");
      if (path === "/v2/post/publish/creator_info/query/") {
        return {
          step: "reversible",
          run: () =>
            ok({
              creator_nickname: "C",
              privacy_level_options: ["SELF_ONLY"],
              max_video_post_duration_sec: 600,
            }),
        };
      }
      if (path === "/v2/post/publish/video/init/") return beginUpload(json, uploads, () => base);
      if (path === "/v2/user/info/") {
        const user = { open_id: openId, display_name: "Account", avatar_url: "https://a.example/t" };
        return { step: "people", run: () => ok({ user }) };
      }
      if (path === "/v2/video/query/") {
        const [id] = Object(json.filters).video_ids ?? [];
        if (!id) throw refusalOf(400, "invalid_params");
        const numbers = { like_count: 1, comment_count: 2, share_count: 3, view_count: 4 };
        return { step: "people", run: () => ok({ videos: [{ id, ...numbers }] }) };
      }
      if (path === "/v2/post/publish/status/fetch/") {
        refuseUnknown(Object.keys(json), ["publish_id"], () => refusalOf(400, "invalid_params"));
        return { step: "lookup", run: () => uploadStatus(uploads.get(String(json.publish_id))) };
      }
      throw refusalOf(404, "not_found");
    },
  };
  const standIn = await open(rules, {
    type: "tiktok_account",
    account: { id: openId, name: "Account" },
    access,
    refresh: "rft-canary",
    signIn: grants,
    needs: "video",
    content: (text, mediaId) => ({ caption: text, video_media_id: mediaId, privacy: "private" }),
    count: (text) =>
      [...uploads.values()].filter(({ title, next, count }) => title === text && next === count).length,
    origins: ["https://open.tiktokapis.com"],
  });
  base = standIn.url;
  return standIn;
}

function beginUpload(json: Record<string, unknown>, uploads: Map<string, Upload>, base: () => string) {
  refuseUnknown(Object.keys(json), ["post_info", "source_info"], () => refusalOf(400, "invalid_params"));
  const { video_size: size, chunk_size: chunk_, total_chunk_count: count, source } = Object(json.source_info);
  const { title, privacy_level } = Object(json.post_info);
  if (source !== "FILE_UPLOAD" || title.length > 2200 || !privacy_level)
    throw refusalOf(400, "invalid_params");
  const small = size < 5 * MB;
  const fits = small
    ? chunk_ === size && count === 1
    : chunk_ >= 5 * MB && chunk_ <= 64 * MB && count === Math.floor(size / chunk_);
  if (!fits) throw refusalOf(400, "invalid_params");
  return {
    step: "reversible" as const,
    run: () => {
      const publish_id = `v_pub_${newNetworkId()}`;
      uploads.set(publish_id, { title, size, chunk: chunk_, count, next: 0, polls: 0, post: newNetworkId() });
      return ok({ publish_id, upload_url: `${base()}/video/${publish_id}` });
    },
  };
}

function takeChunk(
  { path, headers, body }: Request,
  uploads: Map<string, Upload>,
  note: (key: string) => void,
) {
  const id = path.split("/").at(-1) ?? "";
  const upload = uploads.get(id);
  if (!upload) throw new Refusal(403, {});
  const [, first = "", last = "", total = ""] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
  const start = upload.next * upload.chunk;
  const isLast = upload.next === upload.count - 1;
  const end = isLast ? upload.size : start + upload.chunk;
  const isRepeat = Number(last) + 1 <= start;
  if (Number(total) !== upload.size || body.length !== Number(last) - Number(first) + 1)
    throw new Refusal(400, {});
  if (!isRepeat && (Number(first) !== start || Number(last) + 1 !== end)) throw new Refusal(416, {});
  return {
    step: !isRepeat && isLast ? ("publish" as const) : ("reversible" as const),
    run: () => {
      if (isRepeat) return { status: 206 };
      if (isLast) note(id);
      upload.next += 1;
      return { status: isLast ? 201 : 206 };
    },
  };
}

function uploadStatus(upload: Upload | undefined) {
  if (!upload) throw refusalOf(400, "invalid_publish_id");
  if (upload.next < upload.count)
    return ok({ status: "PROCESSING_UPLOAD", uploaded_bytes: upload.next * upload.chunk });
  upload.polls += 1;
  if (upload.polls < 2) return ok({ status: "PROCESSING_UPLOAD", uploaded_bytes: upload.size });
  return ok({ status: "PUBLISH_COMPLETE", publicaly_available_post_id: [upload.post] });
}
