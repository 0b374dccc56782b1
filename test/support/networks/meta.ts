import { newNetworkAccount } from "./account.ts";
import { newNetworkId } from "./ids.ts";
import { errorReply, graphError, limitReply, pathParts, unknownParameter } from "./meta-errors.ts";
import { metaPeople, metaSignIn } from "./meta-people.ts";
import { type NetworkRules, type Request, refuseUnknown, type StandIn } from "./stand-in.ts";

const METRICS = [
  "post_media_view",
  "post_total_media_view_unique",
  "post_clicks",
  "post_reactions_by_type_total",
] as const;

type Reel = { uploaded: boolean; finished: boolean; description: string; polls: number };

const ok = (json: unknown) => ({ status: 200, json });

/** Facebook pages as documented: versions, tokens, known parameters, unpublished posts and reels. */
export async function standInForFacebook(): Promise<StandIn> {
  const { once, talk, open } = newNetworkAccount();
  const page = newNetworkId();
  const access = `EAA-page-${page}`;
  const posts = new Map<string, { message: string; published: boolean; photos: number }>();
  const photos = new Set<string>();
  const reels = new Map<string, Reel>();
  const signIn = metaSignIn(() => [{ id: page, name: "Page", access_token: access, username: "corner" }]);
  const side = { network: "page" as const, own: page, access, metrics: METRICS.slice(1) };
  const rules: NetworkRules = {
    limited: limitReply,
    broken: errorReply,
    act(request) {
      const signed = signIn.answer(request);
      if (signed) return { step: "token", run: signed };
      const rest = pathParts(request, access);
      const [id = "", edge] = rest;
      const { method, form, query } = request;
      if (id === "video-upload" && method === "POST") return handleUpload(request, reels);
      if (id === page && edge === "video_reels" && method === "POST")
        return handleReel(form, reels, once.note);
      if (id === page && edge === "feed" && method === "POST") {
        refuseUnknown(form.keys(), ["message", "link", "published", "attached_media"], unknownParameter);
        const attached: { media_fbid: string }[] = JSON.parse(form.get("attached_media") ?? "[]");
        if (attached.some(({ media_fbid }) => !photos.has(media_fbid)))
          throw graphError(400, 100, "No such photo.");
        return {
          step: "reversible",
          run: () => {
            const newId = `${page}_${newNetworkId()}`;
            const published = form.get("published") !== "false";
            posts.set(newId, { message: form.get("message") ?? "", published, photos: attached.length });
            return ok({ id: newId });
          },
        };
      }
      if (id === page && edge === "photos" && method === "POST") {
        refuseUnknown(form.keys(), ["url", "published"], unknownParameter);
        return {
          step: "reversible",
          run: () => {
            const newId = newNetworkId();
            photos.add(newId);
            return ok({ id: newId });
          },
        };
      }
      if (id === page && edge === "published_posts") {
        refuseUnknown(query.keys(), ["fields", "limit"], unknownParameter);
        const data = [...posts].filter(([, { published }]) => published).map(([each]) => ({ id: each }));
        return { step: "lookup", run: () => ok({ data: data.slice(-100).reverse() }) };
      }
      if (reels.has(id) && method === "GET" && edge === undefined)
        return { step: "lookup", run: () => stateOf(id, reels) };
      const post = posts.get(id);
      if (post && method === "POST" && edge === undefined) {
        refuseUnknown(form.keys(), ["is_published"], unknownParameter);
        return {
          step: "publish",
          run: () => {
            once.note(id);
            post.published = true;
            return ok({ success: true });
          },
        };
      }
      return { step: "people", run: () => metaPeople(request, rest, talk, side) };
    },
  };
  return open(rules, {
    type: "facebook_page",
    account: { id: page, name: "Page" },
    access,
    refresh: null,
    signIn,
    needs: "nothing",
    content: (text) => ({ text }),
    others: [
      (text, { pictures }) => ({ text, media_ids: pictures }),
      (text, { film }) => ({ text, media_ids: [film] }),
    ],
    count: (text) =>
      [...posts.values()].filter(({ message, published }) => published && message === text).length +
      [...reels.values()].filter(({ description, finished }) => finished && description === text).length,
    origins: ["https://graph.facebook.com", "https://rupload.facebook.com"],
  });
}

// Meta fetches the file from its URL, so no bytes arrive here.
function handleUpload({ path, headers, body }: Request, reels: Map<string, Reel>) {
  const one = reels.get(path.split("/").at(-1) ?? "");
  if (!one) throw graphError(400, 100, "There is no such video.");
  if (!/^https?:\/\//.test(headers.file_url ?? "") || body.length > 0)
    throw graphError(400, 100, "file_url is missing.");
  return {
    step: "reversible" as const,
    run: () => {
      one.uploaded = true;
      return ok({ success: true });
    },
  };
}

function handleReel(form: URLSearchParams, reels: Map<string, Reel>, note: (key: string) => void) {
  if (form.get("upload_phase") === "start") {
    refuseUnknown(form.keys(), ["upload_phase"], unknownParameter);
    return {
      step: "reversible" as const,
      run: () => {
        const video_id = newNetworkId();
        reels.set(video_id, { uploaded: false, finished: false, description: "", polls: 0 });
        const upload_url = `https://rupload.facebook.com/video-upload/v26.0/${video_id}`;
        return ok({ video_id, upload_url });
      },
    };
  }
  refuseUnknown(form.keys(), ["upload_phase", "video_id", "video_state", "description"], unknownParameter);
  const id = form.get("video_id") ?? "";
  const one = reels.get(id);
  if (!one?.uploaded || form.get("upload_phase") !== "finish" || form.get("video_state") !== "PUBLISHED")
    throw graphError(400, 100, "The video was not uploaded.");
  return {
    step: "publish" as const,
    run: () => {
      note(id);
      Object.assign(one, { finished: true, description: form.get("description") ?? "" });
      return ok({ success: true });
    },
  };
}

function stateOf(id: string, reels: Map<string, Reel>) {
  const one = reels.get(id);
  if (!one?.finished)
    return ok({
      id,
      status: { video_status: "upload_complete", publishing_phase: { status: "not_started" } },
    });
  one.polls += 1;
  const status = one.polls > 1 ? "complete" : "in_progress";
  return ok({
    id,
    permalink_url: `/reel/${id}/`,
    status: { video_status: "ready", publishing_phase: { status, publish_status: "published" } },
  });
}
