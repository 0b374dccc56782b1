import assert from "node:assert/strict";
import type { Stack } from "#infra/local/stack.ts";
import type { Random } from "#test/support/random.ts";
import { mailsTo } from "#test/support/world.ts";
import { STRANGER_ATTEMPTS, TENANT_ATTEMPTS } from "./abuse-attempts.ts";
import { type AbuseWorld, openAbuseWorld } from "./abuse-world.ts";

/** Most mails a day, from all tenants, to a mailbox without a verified email address. */
const MAX_UNVERIFIED_MAILS = 20;
/** Purposes of codes and links, each with its own budget. */
const PURPOSES = 5;
/** Most mails an hour for each purpose: caused by one network, and by all networks. */
const MAX_FROM_NETWORK = 5;
const MAX_FROM_ALL = 20;

/** How the nth call spells the mailbox's email address. */
const SPELLINGS = {
  "as it is": (local: string) => `${local}@gmail.com`,
  "with another tag": (local: string, n: number) => `${local}+t${n}@gmail.com`,
  "with dots elsewhere": (local: string, n: number) => `${withDot(local, n)}@gmail.com`,
  "at the other name": (local: string, n: number) => `${local}@${n % 2 === 0 ? "gmail" : "googlemail"}.com`,
  "in capitals": (local: string, n: number) => `${withCapital(local, n)}@Gmail.com`,
  "in every way": (local: string, n: number) => `${withCapital(withDot(local, n), n)}+${n}@GoogleMail.com`,
} as const;

/** The IP address of the nth call. */
const NETWORKS = {
  "one address": { from: (_: number, own: number) => `198.51.100.${own}`, most: MAX_FROM_NETWORK },
  "one 64 bits": {
    from: (n: number, own: number) => `2001:db8:${own}:1::${n.toString(16)}`,
    most: MAX_FROM_NETWORK,
  },
  "one 48 bits": {
    from: (n: number, own: number) => `2001:db8:${own}:${n.toString(16)}::1`,
    most: MAX_FROM_NETWORK,
  },
  "many networks": {
    from: (n: number, own: number) => `198.${18 + (n % 2)}.${n % 250}.${own}`,
    most: MAX_FROM_ALL,
  },
} as const;

const SESSIONS = ["kept", "new each time"] as const;

interface MailboxCase {
  spelling: keyof typeof SPELLINGS;
  network: keyof typeof NETWORKS;
  session: (typeof SESSIONS)[number];
}

/** Every spelling, network and kind of session. */
export const MAILBOX_CASES: MailboxCase[] = typedKeysOf(SPELLINGS).flatMap((spelling) =>
  typedKeysOf(NETWORKS).flatMap((network) => SESSIONS.map((session) => ({ spelling, network, session }))),
);

/** Plays every abuse attempt against one mailbox: it gets no more mails than its budgets allow. */
export async function fillMailbox(random: Random, stack: Stack, mailing: MailboxCase, times: number) {
  const { spelling, network, session } = mailing;
  const own = random.int(200) + 1;
  const place = await openAbuseWorld(NETWORKS[network].from(0, own));
  const local = Array.from({ length: 16 }, () => random.pick([..."abcdefghjkmnpqrstvwxyz"])).join("");
  const at = Math.floor(Date.now() / 1000);
  let [calls, allowed] = [0, 0];
  for (const [turn, { call }] of [...STRANGER_ATTEMPTS, ...TENANT_ATTEMPTS].entries()) {
    let memory = new Map<string, string>();
    for (let index = 0; index < times; index++) {
      const n = turn * times + index;
      const victim = SPELLINGS[spelling](local, n);
      const from: AbuseWorld = { ...place, ip: NETWORKS[network].from(n, own) };
      if (session === "new each time") memory = new Map();
      const { status } = await call({ world: from, victim, index, at, memory });
      calls += 1;
      if (status < 400) allowed += 1;
    }
  }
  await stack.drain({ timeout: 300_000 });
  const got = (await mailsTo("@")).filter(({ destination }) =>
    destination.to.some((to) => isToMailbox(to, local)),
  );
  const most = MAX_UNVERIFIED_MAILS + PURPOSES * NETWORKS[network].most;
  assert.ok(
    got.length <= most,
    `${JSON.stringify(mailing)}: a mailbox got ${got.length} mails: ${got.map(({ subject }) => subject).join(", ")}`,
  );
  return { calls, allowed, mails: got.length, most };
}

// Written independently of the tested code: Gmail ignores dots and everything after a plus.
function isToMailbox(to: string, local: string): boolean {
  const [, name = "", host = ""] = /^([^@]+)@(.+)$/.exec(to.toLowerCase().replace(/^.*<|>.*$/g, "")) ?? [];
  return /^g(oogle)?mail\.com$/.test(host) && name.replace(/\+.*$/, "").replaceAll(".", "") === local;
}

function withDot(local: string, n: number): string {
  const at = 1 + (n % (local.length - 1));
  return `${local.slice(0, at)}.${local.slice(at)}`;
}

function withCapital(local: string, n: number): string {
  const at = n % local.length;
  return `${local.slice(0, at)}${local.charAt(at).toUpperCase()}${local.slice(at + 1)}`;
}

function typedKeysOf<T extends object>(map: T): (keyof T)[] {
  return Object.keys(map) as (keyof T)[];
}
