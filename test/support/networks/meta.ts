import {
  newNumber,
  onlyKnown,
  onlyOnce,
  Refusal,
  type Request,
  type Rules,
  type StandIn,
  serve,
} from "./stand-in.ts";

const VERSION = "v25.0";
const graphError = (status: number, code: number, message: string, error_subcode?: number) =>
  new Refusal(status, {
    error: {
      message,
      type: "OAuthException",
      code,
      ...(error_subcode ? { error_subcode } : {}),
      fbtrace_id: "A",
    },
  });
const unknownParameter = (name: string) => graphError(400, 100, `Unknown parameter ${name}`);

function admit({ headers, path }: Request, access: string): string[] {
  const [, version, ...rest] = path.split("/");
  if (version !== VERSION)
    throw graphError(400, 2635, `You are calling a deprecated version of the API: ${version}`);
  const token = headers.authorization?.replace(/^(Bearer|OAuth) /, "");
  if (token !== access) throw graphError(401, 190, "Invalid OAuth access token.");
  return rest;
}

const limited: Rules["limited"] = () => ({
  status: 400,
  json: { error: { code: 32, message: "Page request limit reached", type: "OAuthException" } },
  headers: { "x-business-use-case-usage": JSON.stringify({ 1: [{ estimated_time_to_regain_access: 1 }] }) },
});

/** Facebook pages as documented: versions, tokens, known parameters, an unpublished post before its publication. */
export async function standInForFacebook(): Promise<StandIn> {
  const fates: StandIn["fates"] = new Map();
  const page = newNumber();
  const access = `EAA-page-${page}`;
  const posts = new Map<string, { message: string; published: boolean }>();
  const once = onlyOnce();
  const rules: Rules = {
    limited,
    broken: () => ({
      status: 500,
      json: { error: { code: 1, message: "An unknown error occurred", type: "OAuthException" } },
    }),
    act(request) {
      const [id = "", edge] = admit(request, access);
      const { method, form, query } = request;
      if (id === page && edge === "feed" && method === "POST") {
        onlyKnown(form.keys(), ["message", "link", "published", "attached_media"], unknownParameter);
        return {
          step: "reversible",
          run: () => {
            const made = `${page}_${newNumber()}`;
            posts.set(made, {
              message: form.get("message") ?? "",
              published: form.get("published") !== "false",
            });
            return { status: 200, json: { id: made } };
          },
        };
      }
      if (id === page && edge === "photos" && method === "POST") {
        onlyKnown(form.keys(), ["url", "published"], unknownParameter);
        return { step: "reversible", run: () => ({ status: 200, json: { id: newNumber() } }) };
      }
      if (id === page && edge === "published_posts") {
        onlyKnown(query.keys(), ["fields", "limit"], unknownParameter);
        const data = [...posts].filter(([, { published }]) => published).map(([each]) => ({ id: each }));
        return { step: "lookup", run: () => ({ status: 200, json: { data: data.reverse() } }) };
      }
      const post = posts.get(id);
      if (!post || method !== "POST") throw graphError(400, 100, "Unsupported request.", 33);
      onlyKnown(form.keys(), ["is_published"], unknownParameter);
      return {
        step: "publish",
        run: () => {
          once.note(id);
          post.published = true;
          return { status: 200, json: { success: true } };
        },
      };
    },
  };
  const served = await serve(rules, fates);
  return {
    ...served,
    type: "facebook_page",
    destination: { external_account_id: page, external_account_name: "Page", handle: null, avatar_url: null },
    scopes: [],
    access,
    refresh: null,
    needs: "nothing",
    content: (text) => ({ text }),
    count: (text) =>
      [...posts.values()].filter(({ message, published }) => published && message === text).length,
    repeated: once.repeated,
    fates,
    origins: ["https://graph.facebook.com"],
  };
}

/** Instagram as documented: JPEG alone, containers that are made ready, and errors after posts that are there. */
export async function standInForInstagram(): Promise<StandIn> {
  const fates: StandIn["fates"] = new Map();
  const user = newNumber();
  const access = `EAA-ig-${user}`;
  const containers = new Map<string, { caption: string; polls: number; published: boolean }>();
  const media: { id: string; caption: string; timestamp: string }[] = [];
  const once = onlyOnce();
  const ok = (json: unknown) => ({ status: 200, json });
  const rules: Rules = {
    limited,
    // What Instagram says although the post is there.
    broken: () => ({
      status: 400,
      json: {
        error: {
          code: 4,
          error_subcode: 2207051,
          message: "We restrict certain activity",
          type: "OAuthException",
        },
      },
    }),
    act(request) {
      const [id = "", edge] = admit(request, access);
      const { method, form, query } = request;
      if (id === user && edge === "content_publishing_limit") {
        return {
          step: "reversible",
          run: () => ok({ data: [{ quota_usage: 1, config: { quota_total: 1_000_000 } }] }),
        };
      }
      if (id === user && edge === "media" && method === "POST") {
        onlyKnown(
          form.keys(),
          [
            "image_url",
            "video_url",
            "caption",
            "media_type",
            "children",
            "is_carousel_item",
            "share_to_feed",
          ],
          unknownParameter,
        );
        const image = form.get("image_url");
        if (image && !/\.jpe?g$|format=jpg/.test(image))
          throw graphError(400, 36001, "Only photo or video can be accepted as media type.", 2207083);
        return {
          step: "reversible",
          run: () => {
            const made = newNumber();
            containers.set(made, { caption: form.get("caption") ?? "", polls: 0, published: false });
            return ok({ id: made });
          },
        };
      }
      if (id === user && edge === "media")
        return { step: "lookup", run: () => ok({ data: media.toReversed() }) };
      if (id === user && edge === "media_publish") {
        onlyKnown(form.keys(), ["creation_id"], unknownParameter);
        const container = containers.get(form.get("creation_id") ?? "");
        if (!container) throw graphError(400, 100, "There is no such container.");
        return {
          step: "publish",
          run: () => {
            if (container.polls < 1)
              throw graphError(400, 9007, "The media is not ready to be published.", 2207027);
            once.note(form.get("creation_id") ?? "");
            container.published = true;
            const made = newNumber();
            media.push({ id: made, caption: container.caption, timestamp: new Date().toISOString() });
            return ok({ id: made });
          },
        };
      }
      const container = containers.get(id);
      if (container) {
        const asksStatus = query.get("fields") === "status_code";
        return {
          step: asksStatus ? "lookup" : "reversible",
          run: () => {
            container.polls += 1;
            return ok({ id, status_code: container.published ? "PUBLISHED" : "FINISHED" });
          },
        };
      }
      if (media.some((each) => each.id === id))
        return { step: "reversible", run: () => ok({ id, permalink: `https://www.instagram.com/p/${id}/` }) };
      throw graphError(400, 100, "Unsupported get request.", 33);
    },
  };
  const served = await serve(rules, fates);
  return {
    ...served,
    type: "instagram_business",
    destination: {
      external_account_id: user,
      external_account_name: "Business",
      handle: "corner",
      avatar_url: null,
    },
    scopes: [],
    access,
    refresh: null,
    needs: "picture",
    content: (text, mediaId) => ({ caption: text, media_ids: [mediaId] }),
    count: (text) => media.filter(({ caption }) => caption === text).length,
    repeated: once.repeated,
    fates,
    origins: ["https://graph.facebook.com"],
  };
}
