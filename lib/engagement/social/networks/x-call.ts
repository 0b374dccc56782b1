import {
  callNetwork,
  type NetworkRequest,
  type NetworkResponse,
  textAt,
} from "#lib/engagement/social/call-network.ts";
import { NetworkError } from "#lib/engagement/social/port.ts";

export const API = "https://api.x.com/2";

/** Calls X's API. Its errors are problem details (RFC 9457), whose HTTP status decides their meaning. */
export async function callXApi(question: NetworkRequest): Promise<NetworkResponse> {
  const answer = await callNetwork(question);
  const { status, headers, json } = answer;
  if (status < 400) return answer;
  const message = textAt(json, "detail") ?? textAt(json, "title") ?? `X answered ${status}.`;
  const code = String(status);
  if (status === 401) throw new NetworkError("unauthorized", code, message);
  if (status === 429) {
    // X sends no Retry-After; this header has the time at which the rate limit ends.
    const reset = Number(headers.get("x-rate-limit-reset"));
    throw new NetworkError("limited", code, message, reset > 0 ? { until: reset } : { for: 900 });
  }
  throw new NetworkError(status >= 500 ? "transient" : "rejected", code, message);
}
