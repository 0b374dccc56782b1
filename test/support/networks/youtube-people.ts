import { type Comments, listPage, type StandInComment } from "./comments.ts";
import { Refusal, type Reply, type Request, refuseUnknown } from "./stand-in.ts";

const refusalOf = (status: number, reason: string) =>
  new Refusal(status, { error: { code: status, message: reason, errors: [{ reason, domain: "youtube" }] } });
const unknownParam = (name: string) => refusalOf(400, `unknownParameter ${name}`);

/** YouTube's API for comments: threads, replies, moderation, statistics, with numbers as texts. */
export function youtubePeople(request: Request, talk: Comments, channel: string): Reply {
  const { method, path, query, json } = request;
  const route = `${method} ${path.replace("/youtube/v3/", "")}`;
  const comment = ({ id, text, parent, own, at, hidden }: StandInComment) => ({
    id,
    snippet: {
      textOriginal: text,
      authorDisplayName: own ? "Channel" : "@grace",
      authorChannelId: { value: own ? channel : "UC-grace" },
      publishedAt: new Date(at * 1000).toISOString(),
      ...(parent ? { parentId: parent } : {}),
      ...(hidden ? { moderationStatus: "rejected" } : {}),
    },
  });
  if (route === "GET channels") {
    refuseUnknown(query.keys(), ["part", "mine"], unknownParam);
    const snippet = {
      title: "Channel",
      customUrl: "@channel",
      thumbnails: { default: { url: "https://a.example/c" } },
    };
    return { status: 200, json: { items: [{ id: channel, snippet }] } };
  }
  if (route === "GET commentThreads") {
    refuseUnknown(query.keys(), ["part", "videoId", "textFormat", "maxResults", "pageToken"], unknownParam);
    const { items, next } = listPage(
      talk.below(query.get("videoId") ?? "").reverse(),
      Number(query.get("maxResults")),
      query.get("pageToken"),
    );
    const threads = items.map((each) => ({
      id: each.id,
      snippet: { topLevelComment: comment(each), totalReplyCount: talk.answersTo(each.id).length },
    }));
    return { status: 200, json: { items: threads, ...(next ? { nextPageToken: next } : {}) } };
  }
  if (route === "GET comments") {
    refuseUnknown(query.keys(), ["part", "parentId", "textFormat", "maxResults", "pageToken"], unknownParam);
    return { status: 200, json: { items: talk.answersTo(query.get("parentId") ?? "").map(comment) } };
  }
  if (route === "POST comments") {
    const { parentId, textOriginal } = Object(json.snippet);
    const parent = talk.find(String(parentId));
    if (!parent || parent.parent !== null) throw refusalOf(400, "parentCommentIsNotTopLevel");
    return { status: 200, json: comment(talk.write(parent.post, String(textOriginal), parent.id, true)) };
  }
  if (route === "POST comments/setModerationStatus") {
    refuseUnknown(query.keys(), ["id", "moderationStatus"], unknownParam);
    const one = talk.find(query.get("id") ?? "");
    if (!one) throw refusalOf(404, "commentNotFound");
    one.hidden = query.get("moderationStatus") === "rejected";
    return { status: 204 };
  }
  if (route === "GET videos") {
    refuseUnknown(query.keys(), ["part", "id"], unknownParam);
    const statistics = { viewCount: "5", likeCount: "3", commentCount: "2" };
    return { status: 200, json: { items: [{ id: query.get("id"), statistics }] } };
  }
  throw refusalOf(404, "notFound");
}
