import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import type { SesLimits } from "#infra/environment.ts";
import { safeListener } from "#infra/request-listener.ts";

/** SES's own error messages (https://docs.aws.amazon.com/ses/latest/dg/troubleshoot-error-messages.html). */
type Refusal = { code: "Throttling" | "MessageRejected"; message: string };

const SECOND_MS = 1000;
const DAY_MS = 24 * 3600 * SECOND_MS;

/** An SES account that counts sent mails, and decides which mails SES would refuse. */
export class SesAccount {
  readonly limits: SesLimits;
  private readonly now: () => number;
  private readonly sent: number[] = [];

  constructor(limits: SesLimits, now: () => number = Date.now) {
    this.limits = limits;
    this.now = now;
  }

  /** Counts a mail once for each recipient. If SES would refuse it, does not count it and returns why. */
  take(recipients: readonly string[], region: string): Refusal | undefined {
    const unverified = recipients.filter((address) => !this.isVerified(address));
    if (unverified.length > 0) {
      const failed = `The following identities failed the check in region ${region.toUpperCase()}: ${unverified.join(", ")}`;
      return { code: "MessageRejected", message: `Email address is not verified. ${failed}` };
    }
    const { perSecond = Number.POSITIVE_INFINITY, perDay = Number.POSITIVE_INFINITY } = this.limits;
    if (this.sentWithin(DAY_MS) + recipients.length > perDay)
      return { code: "Throttling", message: "Daily message quota exceeded." };
    // A rate below one mail a second needs a longer window: 0.5 means one mail in two seconds.
    const window = SECOND_MS * Math.max(1, 1 / perSecond);
    if (this.sentWithin(window) + recipients.length > Math.max(1, perSecond))
      return { code: "Throttling", message: "Maximum sending rate exceeded." };
    for (const _ of recipients) this.sent.push(this.now());
    return undefined;
  }

  /** The fields of SES's answer to GetSendQuota, in which -1 means no limit. */
  quota(): Record<string, number> {
    const { perSecond = 1_000_000, perDay = -1 } = this.limits;
    return { Max24HourSend: perDay, MaxSendRate: perSecond, SentLast24Hours: this.sentWithin(DAY_MS) };
  }

  private isVerified(address: string): boolean {
    const { verified } = this.limits;
    const lower = address.toLowerCase();
    const domain = lower.slice(lower.lastIndexOf("@") + 1);
    // An account with verified addresses only may still send mail to SES's simulator.
    return !verified || verified.includes(lower) || verified.includes(domain) || domain === SIMULATOR_DOMAIN;
  }

  private sentWithin(window: number): number {
    const since = this.now() - window;
    return this.sent.length - (this.sent.findLastIndex((at) => at <= since) + 1);
  }
}

const SIMULATOR_DOMAIN = "simulator.amazonses.com";

/** A proxy in front of an SES emulator, which enforces the limits of an account. */
export function limitedSes(emulator: string, account: SesAccount, region: string): Server {
  const serve = async (from: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await from.toArray());
    const form = new URLSearchParams(from.method === "POST" ? body.toString("utf8") : "");
    const answer = answerOf(form, account, region);
    if (answer) response.writeHead(answer.status, { "content-type": "text/xml" }).end(answer.text);
    else forwardRequest(`${emulator}${from.url}`, from, body, response);
  };
  return createServer(safeListener("The stand-in for SES", serve));
}

function forwardRequest(url: string, from: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { method, headers } = from;
  const forwarded = request(url, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    pipeline(reply, response, () => undefined);
  });
  forwarded.on("error", () => response.destroy());
  forwarded.end(body);
}

function answerOf(form: URLSearchParams, account: SesAccount, region: string) {
  const action = form.get("Action");
  if (action === "GetSendQuota") {
    const fields = Object.entries(account.quota()).map(([name, value]) => `<${name}>${value}</${name}>`);
    return {
      status: 200,
      text: `<${action}Response><${action}Result>${fields.join("")}</${action}Result></${action}Response>`,
    };
  }
  if (action !== "SendRawEmail") return undefined;
  const recipients = [...form].filter(([name]) => name.startsWith("Destinations.member."));
  const refusal = account.take(
    recipients.map(([, address]) => address),
    region,
  );
  if (!refusal) return undefined;
  const { code, message } = refusal;
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status: 400, text: `<ErrorResponse>${error}</ErrorResponse>` };
}
