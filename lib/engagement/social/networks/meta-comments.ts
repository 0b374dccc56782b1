import {
  listAt,
  needText,
  numberAt,
  secondsOf,
  textAt,
  valueAt,
} from "#lib/engagement/social/call-network.ts";
import type {
  Caller,
  LookUpResult,
  RemoteComment,
  RemotePage,
  StepOutcome,
  StepRequest,
} from "#lib/engagement/social/port.ts";
import { callGraphApi } from "./meta.ts";

/** Most seconds by which our clock and the network's may differ. */
export const MAX_SKEW = 60;

/** How Facebook or Instagram lists comments, and how its comments name the account as author. */
export interface CommentFormat {
  fields: string;
  /** Most comments in one answer of the network. */
  most: number;
  ownOf(destination: Caller["destination"]): OwnNames;
}

interface OwnNames {
  id?: string;
  name?: string | null;
}

/** Lists comments below a post or, with a `parentId`, below another comment. */
export async function listComments(
  { fields, most, ownOf }: CommentFormat,
  { token, destination }: Caller,
  { edge, parentId = null, cursor, limit = most, ...further }: EdgeQuery,
): Promise<RemotePage> {
  const query = { fields, ...further, limit: Math.min(most, limit), after: cursor ?? undefined };
  const { json } = await callGraphApi({ url: edge, token, query });
  const own = ownOf(destination);
  return {
    comments: listAt(json, "data").map((each) => commentIn(each, parentId, own)),
    cursor: nextCursor(json),
  };
}

interface EdgeQuery {
  edge: string;
  parentId?: string | null;
  cursor?: string | null;
  limit?: number;
  filter?: string;
  order?: string;
}

/** Posts a reply to a comment at the comment's edge, the Graph API path of its replies. */
export async function sendReply({ token }: Caller, edge: string, text: string): Promise<StepOutcome> {
  const { json } = await callGraphApi({ method: "POST", url: edge, token, form: { message: text } });
  return { end: "done", posted: { id: needText(json, "id"), url: null } };
}

/** Looks for the account's own reply by its text and time, unless another attempt has claimed it. */
export async function findReply(
  comments: CommentFormat,
  caller: Caller,
  asked: EdgeQuery & { text: string },
  { intentAt }: StepRequest,
  isTaken: (id: string) => Promise<boolean>,
): Promise<LookUpResult> {
  const { text, ...edge } = asked;
  const found = await listComments(comments, caller, edge);
  for (const each of found.comments) {
    const fits = each.authorIsChannel && each.text === text && each.createdAt >= intentAt - MAX_SKEW;
    if (fits && !(await isTaken(each.id))) return { id: each.id, url: null };
  }
  return "absent";
}

/** Parses a comment of Facebook or Instagram; `own` is the account's id or name, to recognise its replies. */
function commentIn(json: unknown, parentId: string | null, own: OwnNames): RemoteComment {
  const fromId = textAt(json, "from", "id");
  const username = textAt(json, "username") ?? textAt(json, "from", "username") ?? null;
  return {
    id: needText(json, "id"),
    parentId: textAt(json, "parent", "id") ?? textAt(json, "parent_id") ?? parentId,
    authorName: textAt(json, "from", "name") ?? username ?? "",
    authorHandle: username,
    authorIsChannel:
      (fromId !== undefined && fromId === own.id) || (username !== null && username === own.name),
    text: textAt(json, "message") ?? textAt(json, "text") ?? "",
    createdAt: secondsOf(textAt(json, "created_time") ?? textAt(json, "timestamp")),
    hidden: valueAt(json, "is_hidden") === true || valueAt(json, "hidden") === true,
    replyCount: numberAt(json, "comment_count") ?? listAt(json, "replies", "data").length,
  };
}

function nextCursor(json: unknown): string | null {
  return textAt(json, "paging", "next") === undefined
    ? null
    : (textAt(json, "paging", "cursors", "after") ?? null);
}
