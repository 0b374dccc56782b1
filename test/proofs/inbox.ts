import type { Stack } from "#infra/local/stack.ts";
import { pause } from "#test/support/pause.ts";

const POLL_MS = 1500;

/** Counts the mails that the mail service accepted, by email address. */
export function watchInbox(stack: Stack) {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const begun = Math.floor(Date.now() / 1000);
  let since = begun;
  let stopped = false;
  // One answer with all mails would exceed the longest string.
  const look = async () => {
    const from = since;
    since = Math.floor(Date.now() / 1000) - 1;
    const reply = await fetch(new URL(`/store?since=${from}`, stack.aws.ses));
    const { emails } = (await reply.json()) as { emails: AcceptedMail[] };
    for (const { messageId, destination } of emails) {
      for (const to of destination.to) {
        // Message ids are short: among 100,000 mails some are equal.
        const mail = `${messageId} ${to}`;
        if (!seen.has(mail)) counts.set(to, (counts.get(to) ?? 0) + 1);
        seen.add(mail);
      }
    }
  };
  const running = (async () => {
    while (!stopped) {
      await look();
      await pause(POLL_MS);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await running;
      await look();
      return counts;
    },
  };
}

type AcceptedMail = { messageId: string; destination: { to: string[] } };
