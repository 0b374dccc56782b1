import { newNetworkAccount } from "./account.ts";
import { newNetworkId } from "./ids.ts";
import { graphError, limitReply, pathParts, unknownParameter } from "./meta-errors.ts";
import { metaPeople, metaSignIn } from "./meta-people.ts";
import { type NetworkRules, refuseUnknown, type StandIn } from "./stand-in.ts";

const DAY = 24 * 3600;
const METRICS = ["views", "reach", "likes", "comments", "shares", "saved", "total_interactions"] as const;
const CONTAINER_PARAMETERS =
  "image_url video_url caption media_type children is_carousel_item share_to_feed".split(" ");

interface Container {
  caption: string;
  type: string;
  item: boolean;
  polls: number;
  published: boolean;
  at: number;
}

const ok = (json: unknown) => ({ status: 200, json });

/** A stand-in for Instagram whose daily posts can run out. */
interface InstagramStandIn extends StandIn {
  quota: { used: number; total: number };
}

/**
 * Instagram as documented: JPEG only, containers that take time and expire after a day, carousels, and errors
 * although a post was published.
 */
export async function standInForInstagram(): Promise<InstagramStandIn> {
  const { once, clock, talk, open } = newNetworkAccount();
  const user = newNetworkId();
  const access = `EAA-ig-${user}`;
  const containers = new Map<string, Container>();
  const media: { id: string; caption: string; timestamp: string }[] = [];
  const quota = { used: 1, total: 1_000_000 };
  const instagram_business_account = { id: user, username: "corner", name: "Business" };
  const signIn = metaSignIn(() => [
    { id: "1", name: "Page", access_token: access, instagram_business_account },
    { id: "2", name: "Page without", access_token: "other" },
  ]);
  const side = { network: "business" as const, own: user, access, metrics: METRICS.slice(1) };
  const state = ({ published, at, polls, type }: Container) => {
    if (published) return "PUBLISHED";
    if (clock.now() - at > DAY) return "EXPIRED";
    return type === "REELS" && polls < 2 ? "IN_PROGRESS" : "FINISHED";
  };
  const make = (form: URLSearchParams) => {
    refuseUnknown(form.keys(), CONTAINER_PARAMETERS, unknownParameter);
    const image = form.get("image_url");
    const type = form.get("media_type") ?? "IMAGE";
    if (image && !/\.jpe?g$|format=jpg/.test(image))
      throw graphError(400, 36001, "Only photo or video can be accepted as media type.", 2207083);
    const children = (form.get("children") ?? "").split(",").filter(Boolean);
    const wrong = children.some((id) => !containers.get(id)?.item);
    if (type === "CAROUSEL" ? children.length < 2 || children.length > 10 || wrong : children.length > 0)
      throw graphError(400, 100, "A carousel has 2 to 10 items that were made for one.", 2207065);
    if (type !== "CAROUSEL" && !image && !form.get("video_url"))
      throw graphError(400, 100, "There is no media.");
    return () => {
      const newId = newNetworkId();
      const caption = form.get("caption") ?? "";
      const item = form.get("is_carousel_item") === "true";
      containers.set(newId, { caption, type, item, polls: 0, published: false, at: clock.now() });
      return ok({ id: newId });
    };
  };
  const publish = (id: string, container: Container) => () => {
    if (state(container) === "EXPIRED") throw graphError(400, 24, "The container is expired.", 2207020);
    if (container.polls < 1 || state(container) !== "FINISHED" || container.item)
      throw graphError(400, 9007, "The media is not ready to be published.", 2207027);
    once.note(id);
    container.published = true;
    const newId = newNetworkId();
    media.push({
      id: newId,
      caption: container.caption,
      timestamp: new Date(clock.now() * 1000).toISOString(),
    });
    return ok({ id: newId });
  };
  const rules: NetworkRules = {
    limited: limitReply,
    // Instagram answers with this error although it has published the post.
    broken: () => ({
      status: 400,
      json: { error: { code: 4, error_subcode: 2207051, message: "We restrict certain activity" } },
    }),
    act(request) {
      const signed = signIn.answer(request);
      if (signed) return { step: "token", run: signed };
      const rest = pathParts(request, access);
      const [id = "", edge] = rest;
      const { method, form, query } = request;
      if (id === user && edge === "content_publishing_limit") {
        const { used, total } = quota;
        return {
          step: "reversible",
          run: () => ok({ data: [{ quota_usage: used, config: { quota_total: total } }] }),
        };
      }
      if (id === user && edge === "media" && method === "POST")
        return { step: "reversible", run: make(form) };
      if (id === user && edge === "media")
        return { step: "lookup", run: () => ok({ data: media.slice(-25).reverse() }) };
      if (id === user && edge === "media_publish") {
        refuseUnknown(form.keys(), ["creation_id"], unknownParameter);
        const chosen = form.get("creation_id") ?? "";
        const container = containers.get(chosen);
        if (!container) throw graphError(400, 100, "There is no such container.");
        return { step: "publish", run: publish(chosen, container) };
      }
      const container = containers.get(id);
      if (container) {
        const asksStatus = query.get("fields") === "status_code";
        return {
          step: asksStatus ? "lookup" : "reversible",
          run: () => {
            container.polls += 1;
            return ok({ id, status_code: state(container) });
          },
        };
      }
      if (media.some((each) => each.id === id) && edge === undefined)
        return { step: "reversible", run: () => ok({ id, permalink: `https://www.instagram.com/p/${id}/` }) };
      return { step: "people", run: () => metaPeople(request, rest, talk, side) };
    },
  };
  const standIn = await open(rules, {
    type: "instagram_business",
    account: { id: user, name: "Business", handle: "corner" },
    access,
    refresh: null,
    signIn,
    needs: "picture",
    content: (text, mediaId) => ({ caption: text, media_ids: [mediaId] }),
    others: [
      (caption, { pictures }) => ({ caption, media_ids: pictures }),
      (caption, { film }) => ({ placement: "reel", caption, media_ids: [film] }),
    ],
    count: (text) => media.filter(({ caption }) => caption === text).length,
    origins: ["https://graph.facebook.com"],
  });
  return { ...standIn, quota };
}
