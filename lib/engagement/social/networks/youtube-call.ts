import { DAY, HOUR } from "#core/seconds.ts";
import {
  callNetwork,
  type NetworkRequest,
  type NetworkResponse,
  textAt,
} from "#lib/engagement/social/call-network.ts";
import { NetworkError } from "#lib/engagement/social/port.ts";

export const API = "https://www.googleapis.com/youtube/v3";

const LIMIT_REASONS = ["quotaExceeded", "rateLimitExceeded", "uploadLimitExceeded", "userRateLimitExceeded"];

export async function callYouTube(question: NetworkRequest): Promise<NetworkResponse> {
  const answer = await callNetwork(question);
  if (answer.status < 400) return answer;
  throw errorOf(answer);
}

/** An error of YouTube, which has a reason but no header with the end of a rate limit. */
export function errorOf({ status, json }: NetworkResponse): NetworkError {
  const reason = textAt(json, "error", "errors", 0, "reason") ?? `http_${status}`;
  const message = textAt(json, "error", "message") ?? `YouTube answered ${status}.`;
  if (status === 401) return new NetworkError("unauthorized", "unauthorized", message);
  if (LIMIT_REASONS.includes(reason))
    return new NetworkError("limited", reason, message, { for: secondsToReset(reason) });
  return new NetworkError(status >= 500 ? "transient" : "rejected", reason, message);
}

// Daily quotas end at midnight in California, rate limits within a minute.
function secondsToReset(reason: string): number {
  if (reason === "rateLimitExceeded" || reason === "userRateLimitExceeded") return 60;
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: "America/Los_Angeles",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(Date.now()).split(":").map(Number);
  return DAY - (hours * HOUR + minutes * 60 + seconds);
}
