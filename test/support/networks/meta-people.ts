import { type Comments, listPage, type StandInComment } from "./comments.ts";
import { newNetworkId } from "./ids.ts";
import { graphError, unknownParameter } from "./meta-errors.ts";
import { type Reply, type Request, refuseUnknown } from "./stand-in.ts";

const refusalOf = (...of: [code: number, message: string, error_subcode?: number]) => graphError(400, ...of);

/** The names that differ between Facebook and Instagram. */
interface NetworkNames {
  network: "page" | "business";
  own: string;
  /** The token of the page. */
  access: string;
  metrics: readonly string[];
}

/** The API of both networks for comments, replies, hiding and metrics. */
export function metaPeople(request: Request, rest: string[], talk: Comments, side: NetworkNames): Reply {
  const { method, form, query } = request;
  const [id = "", edge] = rest;
  const isPage = side.network === "page";
  const answers = isPage ? "comments" : "replies";
  const comment = talk.find(id);
  const show = (each: StandInComment) => commentView(each, side, talk);
  if (method === "GET" && (edge === "comments" || edge === answers)) {
    refuseUnknown(
      query.keys(),
      ["fields", "limit", "after", ...(isPage ? ["filter", "order"] : [])],
      unknownParameter,
    );
    const list = comment ? talk.answersTo(id) : talk.below(id);
    const { items, next } = listPage(list.toReversed(), Number(query.get("limit")), query.get("after"));
    const paging = next ? { cursors: { after: next }, next: "https://graph.facebook.com/next" } : {};
    return { status: 200, json: { data: items.map(show), paging } };
  }
  if (method === "POST" && comment && edge === answers) {
    refuseUnknown(form.keys(), ["message"], unknownParameter);
    if (!isPage && comment.parent !== null)
      throw refusalOf(100, "Only top-level comments can be replied to.");
    return { status: 200, json: { id: talk.write(comment.post, form.get("message") ?? "", id, true).id } };
  }
  if (method === "POST" && comment && edge === undefined) {
    const name = isPage ? "is_hidden" : "hide";
    refuseUnknown(form.keys(), [name], unknownParameter);
    comment.hidden = form.get(name) === "true";
    return { status: 200, json: { success: true } };
  }
  if (method === "GET" && edge === "insights") {
    const metrics = (query.get("metric") ?? "").split(",");
    const strange = metrics.find((name) => !side.metrics.includes(name));
    if (strange) throw refusalOf(100, `(#100) The value must be a valid insights metric: ${strange}`);
    const data = metrics.map((name, index) => ({ name, period: "lifetime", values: [{ value: index + 1 }] }));
    return { status: 200, json: { data } };
  }
  throw refusalOf(100, "Unsupported request.", 33);
}

function commentView(
  { id, text, own, at, hidden, parent }: StandInComment,
  side: NetworkNames,
  talk: Comments,
) {
  const timestamp = new Date(at * 1000).toISOString();
  const author = own ? { id: side.own, name: "Page" } : { id: "7", name: "Grace" };
  if (side.network === "page") {
    const count = talk.answersTo(id).length;
    const above = parent ? { parent: { id: parent } } : {};
    return {
      id,
      message: text,
      from: author,
      created_time: timestamp,
      comment_count: count,
      is_hidden: hidden,
      ...above,
    };
  }
  const replies = talk.answersTo(id).map((each) => ({ id: each.id }));
  const username = own ? "corner" : "grace";
  const below = replies.length > 0 ? { replies: { data: replies } } : {};
  return {
    id,
    text,
    username,
    timestamp,
    hidden,
    from: { id: author.id, username },
    ...below,
    ...(parent ? { parent_id: parent } : {}),
  };
}

interface MetaSignIn {
  renewals(): number;
  consent(address: string, without?: string): string;
  /** Handles a sign-in request; `undefined` for others. */
  answer(request: Request): (() => Reply) | undefined;
}

/**
 * The sign-in of both networks: a code gives a short-lived token, then a long-lived one, then tokens of pages.
 */
export function metaSignIn(pages: () => object[]): MetaSignIn {
  const codes = new Map<string, string | null>();
  let granted: string[] = [];
  const person = `EAA-person-canary-${newNetworkId()}`;
  return {
    // Tokens of pages never expire.
    renewals: () => 0,
    consent(address, without) {
      const query = new URL(address).searchParams;
      for (const name of ["client_id", "redirect_uri", "state", "scope"])
        if (!query.get(name)) throw new Error(`the address of the sign-in has no ${name}`);
      granted = (query.get("scope") ?? "").split(",").filter((each) => each !== without);
      const code = `code-canary-${newNetworkId()}`;
      codes.set(code, query.get("redirect_uri"));
      return code;
    },
    answer({ method, path, query, headers }) {
      const [, , ...rest] = path.split("/");
      const route = `${method} ${rest.join("/")}`;
      if (route === "GET oauth/access_token") return () => tokenOf(query, codes, person);
      if (rest[0] !== "me") return undefined;
      return () => {
        const given = headers.authorization ?? "";
        if (given !== `Bearer ${person}-long`) throw refusalOf(190, `Invalid OAuth access token: ${given}`);
        if (route === "GET me/permissions") {
          const data = granted.map((permission) => ({ permission, status: "granted" }));
          return { status: 200, json: { data } };
        }
        if (route === "GET me/accounts") return { status: 200, json: { data: pages() } };
        if (route === "DELETE me/permissions") return { status: 200, json: { success: true } };
        throw refusalOf(100, "Unsupported request.", 33);
      };
    },
  };
}

function tokenOf(query: URLSearchParams, codes: Map<string, string | null>, person: string): Reply {
  if (query.get("client_id") !== "app" || query.get("client_secret") !== "app-secret-canary")
    throw refusalOf(101, "Error validating application.");
  if (query.get("grant_type") === "fb_exchange_token") {
    if (query.get("fb_exchange_token") !== `${person}-short`)
      throw refusalOf(190, "Invalid OAuth access token.");
    return {
      status: 200,
      json: { access_token: `${person}-long`, token_type: "bearer", expires_in: 5_184_000 },
    };
  }
  const redirect = codes.get(query.get("code") ?? "");
  codes.delete(query.get("code") ?? "");
  if (!redirect || redirect !== query.get("redirect_uri"))
    throw refusalOf(100, "This authorization code has been used.", 36009);
  return { status: 200, json: { access_token: `${person}-short`, token_type: "bearer", expires_in: 5000 } };
}
