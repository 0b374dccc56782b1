import { sideBySide } from "#core/side-by-side.ts";
import type { Attempt, Step } from "./attempt-schema.ts";
import { postOf } from "./media.ts";
import type { Job } from "./port.ts";
import { openText, sealText } from "./sealing.ts";

/** The post or reply that an attempt sends, and the problem if it can no longer be sent. */
export async function jobOf(attempt: Attempt): Promise<{ job: Job; problem: string | undefined }> {
  const { kind, store_id, provider_type, content } = attempt;
  const handles = new Map<string, string>();
  if (kind === "reply") {
    const { text, comment_id: commentId, root_id: rootId, post_id: postId } = content;
    return {
      problem: undefined,
      job: {
        kind,
        handles,
        text: String(text),
        commentId: String(commentId),
        rootId: String(rootId),
        postId: String(postId),
      },
    };
  }
  const { post, missing } = await postOf(store_id, provider_type, content);
  return { problem: missing.length > 0 ? "media_not_found" : undefined, job: { kind, handles, post } };
}

/** The decrypted handles of finished and running steps, by step type. */
export async function handlesOf({ steps, store_id, id }: Attempt): Promise<Map<string, string>> {
  const held = steps.flatMap(({ type, handle, secret }) =>
    handle === null ? [] : [{ type, handle, secret }],
  );
  const opened = await sideBySide(
    held.map(
      async ({ type, handle, secret }) =>
        [type, secret ? await openText(handle, store_id, id) : handle] as const,
    ),
  );
  return new Map(opened);
}

/** Number of the last characters of a secret handle that answers show. */
const SHOWN_CHARACTERS = 6;

/** Sets the handle of a step; encrypts it if it is secret. */
export async function withHandle({ store_id, id }: Attempt, step: Step, handle: string): Promise<Step> {
  const kept = step.secret ? await sealText(handle, store_id, id) : handle;
  return { ...step, handle: kept, shown: step.secret ? handle.slice(-SHOWN_CHARACTERS) : handle };
}
