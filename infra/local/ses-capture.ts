import type { IncomingMessage, Server, ServerResponse } from "node:http";

export type SentMail = { messageId: string; recipients: string[]; tags: Record<string, string> };

/** Finds each sent mail in the SES emulator's requests and answers, because its own store lacks tags. */
export function captureMails(server: Server, onMail: (mail: SentMail) => void): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST") return;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    const answer: Buffer[] = [];
    const { write, end } = response;
    const keep = (chunk: unknown) => {
      if (typeof chunk === "string" || chunk instanceof Uint8Array) answer.push(Buffer.from(chunk));
    };
    response.write = ((...given: Parameters<typeof write>) => {
      keep(given[0]);
      return write.apply(response, given);
    }) as typeof write;
    response.end = ((...given: Parameters<typeof end>) => {
      keep(given[0]);
      return end.apply(response, given);
    }) as typeof end;
    response.once("finish", () => {
      const sentMail = parseMail(
        Buffer.concat(chunks).toString("utf8"),
        Buffer.concat(answer).toString("utf8"),
      );
      if (sentMail && response.statusCode === 200) onMail(sentMail);
    });
  });
}

function parseMail(body: string, answer: string): SentMail | undefined {
  const messageId = /<MessageId>([^<]+)<\/MessageId>/.exec(answer)?.[1];
  const form = new URLSearchParams(body);
  if (!messageId || form.get("Action") !== "SendRawEmail") return undefined;
  const numbered = (name: string) =>
    [...form].filter(([key]) => key.startsWith(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = numbered("Tags.member.").filter(([key]) => key.endsWith(".Name"));
  const tags = names.map(([key, name]) => [name, form.get(key.replace(/Name$/, "Value")) ?? ""]);
  return {
    messageId,
    recipients: numbered("Destinations.member.").map(([, address]) => address),
    tags: Object.fromEntries(tags),
  };
}
