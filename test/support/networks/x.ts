import { newNetworkAccount } from "./account.ts";
import { newGrants } from "./grants.ts";
import { newNetworkId } from "./ids.ts";
import { type NetworkRules, Refusal, type Request, refuseUnknown, type StandIn } from "./stand-in.ts";
import { xPeople } from "./x-people.ts";

type Tweet = { id: string; text: string; created_at: string; answers: string | null };

/**
 * X as documented: OAuth 2 bearer, JSON, media in order; it rejects identical text and takes no idempotency
 * key.
 */
export async function standInForX(): Promise<StandIn> {
  const { once, clock, talk, open } = newNetworkAccount();
  const own = newNetworkId();
  const access = `x-access-${own}`;
  const tweets: Tweet[] = [];
  const grants = newGrants({
    access,
    refresh: "x-refresh-canary",
    client: "client_id",
    separator: " ",
    pkce: true,
    rotates: true,
    seconds: 7200,
  });
  const uploads = new Map<string, { total: number; parts: number; bytes: number; done: boolean }>();
  const problem = (status: number, detail: string) =>
    new Refusal(status, { title: "Problem", detail, status, type: "about:blank" });
  const checkToken = ({ headers }: Request) => {
    if (headers.authorization !== `Bearer ${grants.live()}`)
      throw problem(401, `Unauthorized: ${headers.authorization}`);
  };
  const rules: NetworkRules = {
    limited: () => ({
      status: 429,
      json: { title: "Too Many Requests" },
      headers: { "x-rate-limit-reset": String(Math.ceil(clock.now()) + 300) },
    }),
    broken: () => ({ status: 503, json: { title: "Service Unavailable" } }),
    act(request) {
      const { method, path, json, query } = request;
      if (path === "/2/oauth2/token") return { step: "token", run: () => grants.token(request) };
      if (path === "/2/oauth2/revoke")
        return { step: "token", run: () => ({ status: 200, json: { revoked: true } }) };
      checkToken(request);
      if (method === "POST" && path === "/2/tweets") {
        refuseUnknown(Object.keys(json), ["text", "media", "reply"], (name) =>
          problem(400, `${name} is not a parameter`),
        );
        const text = String(json.text ?? "");
        return {
          step: "publish",
          run: () => {
            if (tweets.some((tweet) => tweet.text === text))
              throw problem(403, "You are not allowed to create a Tweet with duplicate content.");
            once.note(text);
            const media = Object(json.media).media_ids;
            if (Array.isArray(media) && media.some((id) => !uploads.get(String(id))?.done))
              throw problem(400, "Your media IDs are invalid.");
            const tweet = {
              id: newNetworkId(),
              text,
              created_at: new Date(clock.now() * 1000).toISOString(),
              answers: Object(json.reply).in_reply_to_tweet_id ?? null,
            };
            const answered = tweet.answers && talk.find(tweet.answers);
            if (tweet.answers && !answered)
              throw problem(403, "You can reply only where you were mentioned.");
            tweets.push(tweet);
            if (answered) tweet.id = talk.write(answered.post, text, answered.id, true).id;
            return { status: 201, json: { data: { id: tweet.id, text } } };
          },
        };
      }
      if (method === "GET" && path === `/2/users/${own}/tweets`) {
        refuseUnknown(query.keys(), ["tweet.fields", "start_time", "max_results"], (name) =>
          problem(400, `${name} is not a parameter`),
        );
        const since = Date.parse(query.get("start_time") ?? "");
        const recent = tweets.filter(({ created_at }) => !(Date.parse(created_at) < since)).slice(-100);
        const data = recent.toReversed().map(({ id, text, created_at, answers }) => ({
          id,
          text: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
          created_at,
          ...(answers ? { referenced_tweets: [{ type: "replied_to", id: answers }] } : {}),
        }));
        return {
          step: "lookup",
          run: () => ({ status: 200, json: { data, meta: { result_count: data.length } } }),
        };
      }
      if (path.startsWith("/2/media/")) return { step: "reversible", run: () => media(request) };
      const isPost = (id: string) => tweets.some((tweet) => tweet.id === id);
      return { step: "people", run: () => xPeople(request, talk, own, isPost) };
    },
  };
  const media = ({ method, path, json, body }: Request) => {
    if (method === "POST" && path === "/2/media/upload/initialize") {
      refuseUnknown(Object.keys(json), ["media_type", "media_category", "total_bytes"], (name) =>
        problem(400, `${name} is not a parameter`),
      );
      const id = newNetworkId();
      uploads.set(id, { total: Number(json.total_bytes), parts: 0, bytes: 0, done: false });
      return { status: 200, json: { data: { id, expires_after_secs: 86400 } } };
    }
    const [, , , , id = "", verb] = path.split("/");
    const upload = uploads.get(id);
    if (!upload) throw problem(404, "There is no such upload.");
    if (verb === "append") {
      const index = /name="segment_index"\r\n\r\n(\d+)/.exec(body.toString("latin1"))?.[1];
      if (Number(index) > upload.parts) throw problem(400, "Segments do not add up.");
      if (Number(index) === upload.parts) upload.parts += 1;
      return { status: 200, json: { data: { expires_at: 1 } } };
    }
    upload.done = true;
    return { status: 200, json: { data: { id } } };
  };
  return open(rules, {
    type: "x_account",
    account: { id: own, name: "X", handle: "corner" },
    access,
    refresh: "x-refresh-canary",
    signIn: grants,
    others: [(text, { pictures: [first] }) => ({ text, media_ids: [first] })],
    needs: "nothing",
    content: (text) => ({ text }),
    count: (text) => tweets.filter((tweet) => tweet.text === text).length,
    origins: ["https://api.x.com"],
  });
}
