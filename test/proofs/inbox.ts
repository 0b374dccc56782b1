import type { Stack } from "#infra/local/stack.ts";
import { pause } from "#test/support/pause.ts";

/** Milliseconds between looks. */
const LOOKS_EVERY = 1500;

/** Counts the mails of each address that the provider took, as it keeps them. */
export function watchInbox(stack: Stack) {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const begun = Math.floor(Date.now() / 1000);
  let since = begun;
  let stopped = false;
  // All of them in one answer would be longer than a string can be.
  const look = async () => {
    const from = since;
    since = Math.floor(Date.now() / 1000) - 1;
    const reply = await fetch(new URL(`/store?since=${from}`, stack.aws.ses));
    const { emails } = (await reply.json()) as { emails: Taken[] };
    for (const { messageId, destination } of emails) {
      for (const to of destination.to) {
        // Its ids are random and short: in a hundred thousand some are the same.
        const mail = `${messageId} ${to}`;
        if (!seen.has(mail)) counts.set(to, (counts.get(to) ?? 0) + 1);
        seen.add(mail);
      }
    }
  };
  const running = (async () => {
    while (!stopped) {
      await look();
      await pause(LOOKS_EVERY);
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

interface Taken {
  messageId: string;
  destination: { to: string[] };
}
