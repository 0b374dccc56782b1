import { HOUR } from "#core/seconds.ts";
import type { Tokens } from "#lib/engagement/social/account-schema.ts";
import {
  callNetwork,
  listAt,
  type NetworkRequest,
  type NetworkResponse,
  needText,
  numberAt,
  textAt,
  valueAt,
} from "#lib/engagement/social/call-network.ts";
import type { App, AuthorizationRequest, CodeGrant } from "#lib/engagement/social/port.ts";
import { NetworkError, type StepOutcome } from "#lib/engagement/social/port.ts";
import type { PostMedia } from "#lib/engagement/social/post.ts";

/** Version of the Graph API (https://developers.facebook.com/docs/graph-api/changelog). */
export const GRAPH_VERSION = "v26.0";
const GRAPH_URL = `https://graph.facebook.com/${GRAPH_VERSION}`;
const DIALOG_URL = `https://www.facebook.com/${GRAPH_VERSION}/dialog/oauth`;

/** Error codes of the rate limits of apps, users, pages and business use cases. */
const LIMITS = ["4", "17", "32", "341", "613"];

/** The URL at which a person authorises the app for their pages. */
export function metaAuthorizationUrl(
  app: App,
  { state, redirectUri }: AuthorizationRequest,
  scopes: readonly string[],
): string {
  const url = new URL(DIALOG_URL);
  const asked = {
    client_id: app.id,
    redirect_uri: redirectUri,
    state,
    response_type: "code",
    scope: scopes.join(","),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/** A Facebook page for which the person's sign-in has a token. */
interface MetaPage {
  page: unknown;
  tokens: Tokens;
}

/** Exchanges a code for a long-lived user token, and that for tokens of the user's pages, which do not expire. */
export async function fetchMetaPages(
  app: App,
  { code, redirectUri }: CodeGrant,
  now: number,
  scopes: readonly string[],
): Promise<MetaPage[]> {
  const client = { client_id: app.id, client_secret: app.secret };
  const short = await callGraphApi({
    url: "oauth/access_token",
    query: { ...client, code, redirect_uri: redirectUri },
  });
  const exchange = {
    grant_type: "fb_exchange_token",
    fb_exchange_token: needText(short.json, "access_token"),
  };
  const long = await callGraphApi({ url: "oauth/access_token", query: { ...client, ...exchange } });
  const owner = needText(long.json, "access_token");
  const granted = listAt((await callGraphApi({ url: "me/permissions", token: owner })).json, "data")
    .filter((each) => textAt(each, "status") === "granted")
    .flatMap((each) => textAt(each, "permission") ?? []);
  const missing = scopes.filter((scope) => !granted.includes(scope));
  if (missing.length > 0)
    throw new NetworkError("rejected", "missing_scopes", `Not allowed: ${missing.join(", ")}.`);
  const fields =
    "id,name,access_token,username,picture{url},instagram_business_account{id,username,name,profile_picture_url}";
  const { json } = await callGraphApi({ url: "me/accounts", token: owner, query: { fields, limit: 100 } });
  return listAt(json, "data").map((page) => ({
    page,
    tokens: {
      access: needText(page, "access_token"),
      refresh: null,
      obtained_at: now,
      expires_at: null,
      refresh_expires_at: null,
      scopes: granted,
      owner,
    },
  }));
}

/** Revokes the permissions that the user gave the app. */
export async function revokePermissions(tokens: Tokens): Promise<void> {
  await callGraphApi({ method: "DELETE", url: "me/permissions", token: tokens.owner ?? tokens.access });
}

/** Calls the Graph API; `url` is the path after the API's version. */
export async function callGraphApi(question: NetworkRequest): Promise<NetworkResponse> {
  const answer = await callNetwork({ ...question, url: `${GRAPH_URL}/${question.url}` });
  if (answer.status < 400 && valueAt(answer.json, "error") === undefined) return answer;
  throw metaError(answer);
}

/** An error of the Graph API. The code includes the subcode, because that can reverse the meaning. */
export function metaError({ status, headers, json }: NetworkResponse): NetworkError {
  const number = textAt(json, "error", "code");
  const subcode = textAt(json, "error", "error_subcode");
  const code = number === undefined ? `http_${status}` : [number, subcode].filter(Boolean).join("/");
  const message = textAt(json, "error", "message") ?? `The network answered ${status}.`;
  if (number === "190") return new NetworkError("reconnect", "190", message);
  if (number !== undefined && (LIMITS.includes(code) || /^800\d\d$/.test(number) || code === "9/2207042")) {
    return new NetworkError("limited", code, message, { for: secondsToReset(headers) });
  }
  const passing =
    number === "1" ||
    number === "2" ||
    code === "9007/2207027" ||
    valueAt(json, "error", "is_transient") === true;
  return new NetworkError(
    passing || (number === undefined && status >= 500) ? "transient" : "rejected",
    code,
    message,
  );
}

// Seconds until the rate limit ends. Meta sends minutes; without them its windows last an hour.
function secondsToReset(headers: Headers): number {
  try {
    const usage: unknown = JSON.parse(headers.get("x-business-use-case-usage") ?? "{}");
    const rows = typeof usage === "object" && usage !== null ? Object.values(usage).flat() : [];
    const minutes = rows.map((row) => numberAt(row, "estimated_time_to_regain_access") ?? 0);
    const most = Math.max(0, ...minutes);
    return most > 0 ? most * 60 : HOUR;
  } catch {
    return HOUR;
  }
}

/** Metrics of a post. One outdated metric fails the whole call; then each is requested alone. */
export async function metaInsights(
  token: string,
  id: string,
  names: readonly string[],
): Promise<Record<string, number>> {
  try {
    return await insights(token, id, names);
  } catch (error) {
    if (!(error instanceof NetworkError) || !error.code.startsWith("100")) throw error;
  }
  const found: Record<string, number> = {};
  for (const name of names) {
    const numbers = await insights(token, id, [name]).catch((error: unknown) => {
      if (error instanceof NetworkError && error.code.startsWith("100")) return {};
      throw error;
    });
    Object.assign(found, numbers);
  }
  return found;
}

async function insights(
  token: string,
  id: string,
  names: readonly string[],
): Promise<Record<string, number>> {
  const { json } = await callGraphApi({ url: `${id}/insights`, token, query: { metric: names.join(",") } });
  return Object.fromEntries(
    listAt(json, "data").flatMap((row) => {
      const name = textAt(row, "name");
      const value = valueAt(row, "values", 0, "value");
      const parts =
        typeof value === "object" && value !== null ? Object.values(value).map(Number) : [Number(value)];
      const total = parts.reduce((sum, part) => sum + part, 0);
      return name && Number.isFinite(total) ? [[name, total]] : [];
    }),
  );
}

/**
 * Creates the next item of a post with several media; Meta fetches the file from its URL.
 *
 * @param made ids of the items created so far, as JSON
 */
export async function createNextItem(
  { token, edge }: { token: string; edge: string },
  media: readonly PostMedia[],
  made: string | null | undefined,
  formOf: (next: PostMedia) => NetworkRequest["form"],
): Promise<StepOutcome> {
  const ids = itemIdsIn(made);
  const next = media[ids.length];
  if (!next) return { end: "done" };
  const { json } = await callGraphApi({ method: "POST", url: edge, token, form: formOf(next) });
  const handle = JSON.stringify([...ids, needText(json, "id")]);
  return { end: ids.length + 1 === media.length ? "done" : "more", handle };
}

/** The ids that `createNextItem` created. */
export function itemIdsIn(made: string | null | undefined): string[] {
  return JSON.parse(made ?? "[]");
}
