import { randomUUID } from "node:crypto";
import { needText, numberAt, textAt } from "#lib/engagement/social/call-network.ts";
import {
  type Caller,
  type Job,
  NetworkError,
  type StepOutcome,
  type StepRequest,
} from "#lib/engagement/social/port.ts";
import type { PostMedia } from "#lib/engagement/social/post.ts";
import { retryTimes } from "#lib/engagement/social/times.ts";
import { API, callXApi } from "./x-call.ts";

const CHUNK_BYTES = 4_000_000;
const CATEGORY = { image: "tweet_image", animation: "tweet_gif", video: "tweet_video" } as const;

/** The upload progress of a post's files. */
export interface Uploads {
  ids: string[];
  /** The file being uploaded: its id, and how many parts have arrived. */
  current?: { id: string; parts: number; done?: boolean };
}

/** Makes one call of an upload: starts a file, sends a part, finishes the file, or polls its processing. */
export async function uploadStep(
  { token: access }: Caller,
  job: Job,
  { handle }: StepRequest,
): Promise<StepOutcome> {
  if (job.kind === "reply") return { end: "done" };
  const state: Uploads = handle === null ? { ids: [] } : JSON.parse(handle);
  const file = job.post.media[state.ids.length];
  if (!file) return { end: "done", handle: JSON.stringify({ ids: state.ids }) };
  const more = (current: Uploads["current"]): StepOutcome => ({
    end: "more",
    handle: JSON.stringify({ ids: state.ids, ...(current ? { current } : {}) }),
  });
  if (!state.current) return more({ id: await startUpload(access, file), parts: 0 });
  const { id, parts, done = false } = state.current;
  if (parts * CHUNK_BYTES < file.size) {
    const part = await file.source.read(parts * CHUNK_BYTES, Math.min(file.size, (parts + 1) * CHUNK_BYTES));
    const url = `${API}/media/upload/${id}/append`;
    await callXApi({ method: "POST", url, token: access, ...multipartBody(parts, part) });
    return more({ id, parts: parts + 1 });
  }
  const answer = done
    ? await callXApi({
        url: `${API}/media/upload`,
        token: access,
        query: { command: "STATUS", media_id: id },
      })
    : await callXApi({ method: "POST", url: `${API}/media/upload/${id}/finalize`, token: access });
  const processing = textAt(answer.json, "data", "processing_info", "state") ?? "succeeded";
  if (processing === "failed")
    throw new NetworkError("rejected", "media_failed", "X could not process a file.");
  const ids = [...state.ids, id];
  if (processing === "succeeded")
    return { end: ids.length === job.post.media.length ? "done" : "more", handle: JSON.stringify({ ids }) };
  const seconds = Math.min(
    retryTimes().poll,
    numberAt(answer.json, "data", "processing_info", "check_after_secs") ?? retryTimes().poll,
  );
  return {
    end: "wait",
    seconds,
    handle: JSON.stringify({ ids: state.ids, current: { id, parts, done: true } }),
  };
}

/** A part of a file as multipart/form-data (RFC 7578). */
function multipartBody(index: number, part: Buffer) {
  const boundary = randomUUID();
  const field = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const before = `${field("segment_index")}\r\n\r\n${index}\r\n${field("media")}; filename="part"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const bytes = [Buffer.from(before), part, Buffer.from(`\r\n--${boundary}--\r\n`)];
  return { bytes, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}

async function startUpload(access: string, { kind, mimeType, size }: PostMedia): Promise<string> {
  const json = { media_type: mimeType, media_category: CATEGORY[kind], total_bytes: size };
  const answer = await callXApi({
    method: "POST",
    url: `${API}/media/upload/initialize`,
    token: access,
    json,
  });
  return needText(answer.json, "data", "id");
}
