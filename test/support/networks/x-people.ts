import { type Comments, listPage, type StandInComment } from "./comments.ts";
import { Refusal, type Reply, type Request, refuseUnknown } from "./stand-in.ts";

const problemReply = (status: number, detail: string) =>
  new Refusal(status, { title: "Problem", detail, status, type: "about:blank" });
const unknownParam = (name: string) => problemReply(400, `${name} is not a parameter`);

const METRICS = { retweet_count: 1, reply_count: 2, like_count: 3, quote_count: 4, impression_count: 5 };

/** X's API for comments: conversations of the last seven days, hidden replies, metrics. */
export function xPeople(
  { method, path, query, json }: Request,
  talk: Comments,
  own: string,
  isPost: (id: string) => boolean,
): Reply {
  if (method === "GET" && path === "/2/users/me") {
    refuseUnknown(query.keys(), ["user.fields"], unknownParam);
    return { status: 200, json: { data: { id: own, name: "X", username: "corner" } } };
  }
  if (method === "GET" && path === "/2/tweets/search/recent") return searchComments(query, talk, own);
  const [, , , id = "", edge] = path.split("/");
  if (method === "PUT" && edge === "hidden") {
    const one = talk.find(id);
    if (!one || one.own) throw problemReply(403, "You may hide replies to your posts only.");
    if (typeof json.hidden !== "boolean") throw problemReply(400, "hidden is missing");
    one.hidden = json.hidden;
    return { status: 200, json: { data: { hidden: one.hidden } } };
  }
  if (method === "GET" && path.startsWith("/2/tweets/") && edge === undefined) {
    refuseUnknown(query.keys(), ["tweet.fields"], unknownParam);
    if (!isPost(id)) throw problemReply(404, "There is no such post.");
    return { status: 200, json: { data: { id, text: "", public_metrics: METRICS } } };
  }
  throw problemReply(404, "There is no such resource.");
}

function searchComments(query: URLSearchParams, talk: Comments, own: string): Reply {
  const known = ["query", "tweet.fields", "expansions", "user.fields", "max_results", "next_token"];
  refuseUnknown(query.keys(), known, unknownParam);
  const size = Number(query.get("max_results"));
  if (!(size >= 10 && size <= 100)) throw problemReply(400, "max_results must be from 10 to 100");
  const post = /^conversation_id:(\d+)$/.exec(query.get("query") ?? "")?.[1] ?? "";
  const all: StandInComment[] = [];
  const add = (list: StandInComment[]) => {
    for (const each of list) {
      all.push(each);
      add(talk.answersTo(each.id));
    }
  };
  add(talk.below(post));
  const { items, next } = listPage(all.reverse(), size, query.get("next_token"));
  const data = items.map(({ id, text, parent, at, own: mine }) => ({
    id,
    text,
    author_id: mine ? own : "7",
    created_at: new Date(at * 1000).toISOString(),
    referenced_tweets: [{ type: "replied_to", id: parent ?? post }],
    public_metrics: { reply_count: talk.answersTo(id).length },
  }));
  const users = [
    { id: own, name: "X", username: "corner" },
    { id: "7", name: "Grace", username: "grace" },
  ];
  const meta = { result_count: data.length, ...(next ? { next_token: next } : {}) };
  return { status: 200, json: { data, includes: { users }, meta } };
}
