import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { logger } from "#core/log.ts";
import { advanceAttempt } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import { finishConnection } from "#lib/engagement/social/finish-sign-in.ts";
import { createPublication } from "#lib/engagement/social/publications.ts";
import { connectAccount, getConnection } from "#lib/engagement/social/sign-in.ts";
import { listPublicationSteps } from "#lib/engagement/social/steps.ts";
import { syncEngagement } from "#lib/engagement/social/sync-engagement.ts";
import { AHEAD_SECONDS } from "#test/proofs/publishing.ts";
import { accountAtStandIn, NETWORKS, useStandIns } from "#test/proofs/social-accounts.ts";
import type { StandIn } from "#test/support/networks/stand-in.ts";
import { dumpTable } from "#test/support/table.ts";
import { openStore, personActor, testContext } from "#test/support/world.ts";

/** Body of the form that confirms a connection. */
const CONFIRM_FORM = Buffer.from("action=connect");

afterEach(() => vi.restoreAllMocks());

/** All lines logged from now on. */
function loggedLines(): string[] {
  const lines: string[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const) {
    vi.spyOn(logger, level).mockImplementation((...given) => void lines.push(inspect(given, { depth: 20 })));
  }
  return lines;
}

/** Access tokens by store. */
const accessTokens = new Map<string, string>();

function expectNone(text: string, access: string): void {
  expect(text.match(/.{0,80}canary.{0,40}/g)).toBeNull();
  expect(text).not.toContain(access);
}

test.each(Object.entries(NETWORKS))(
  "%s: no reply, log line or error shows a token, code or app secret",
  async (type, open) => {
    const network = await open();
    useStandIns(network);
    let time = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
    network.clock.now = () => time;
    const store = await openStore();
    const ctx = () => testContext({ now: () => time, actor: personActor(store.owner.id) });
    const seen: unknown[] = [];
    const keep = async (run: () => Promise<unknown>) => {
      seen.push(await run().catch((error: unknown) => inspect(error, { depth: 20 })));
    };
    const lines = loggedLines();
    for (const wrong of [true, false]) {
      const provider_type = network.type;
      const begun = await connectAccount(ctx(), store.id, { provider_type });
      const code = network.consent(begun.authorization_url);
      const { state } = begun;
      await keep(() =>
        finishConnection(ctx(), type, { state, code: wrong ? `${code}-canary-wrong` : code }, CONFIRM_FORM),
      );
      await keep(() => getConnection(ctx(), store.id, begun.attempt_id));
    }
    const good = await accountAtStandIn(network, undefined, { storeId: store.id });
    const elsewhere = { ...network.destination, external_account_id: "stale" };
    const stale: StandIn = {
      ...network,
      destination: elsewhere,
      access: "stale-canary-token",
      refresh: "dead-canary",
    };
    const bad = await accountAtStandIn(stale, undefined, { storeId: store.id });
    for (const account of [good, bad]) {
      const content = network.content(`Post of ${account.accountId}`, account.mediaId);
      const body = { social_account_id: account.accountId, content, publish: true };
      const { publication } = await createPublication(ctx(), store.id, body);
      const message = { store_id: store.id, attempt_id: attemptId(publication.id, 1) };
      network.faults.set("reversible", ["limited"]);
      for (let turn = 0; turn < 8; turn++) {
        time += 500;
        await keep(() => withRetries(() => advanceAttempt(ctx(), message)));
      }
      network.faults.clear();
      const ended = await getPublication(ctx(), store.id, publication.id);
      expect(ended.status).toBe(account === good ? "published" : "failed");
      seen.push(ended);
      await keep(() => listPublicationSteps(ctx(), store.id, publication.id));
      network.faults.set("people", ["after", "limited"]);
      await keep(() => syncEngagement(ctx(), store.id, { publication_ids: [publication.id] }));
    }
    network.stop();
    expectNone([inspect(seen, { depth: 20 }), ...lines].join("\n"), network.access);
    accessTokens.set(store.id, network.access);
    // Calls to the network contain the canaries, so these could have leaked.
    const asked = network.calls.map(({ path, query, form, headers, body }) => [
      path,
      `${query}`,
      `${form}`,
      headers,
      body.toString("latin1"),
    ]);
    expect(JSON.stringify(asked)).toMatch(/code-canary/);
    expect(JSON.stringify(asked)).toMatch(/stale-canary-token/);
  },
);

test("no record or event shows a token, code or app secret", async () => {
  const records = Map.groupBy(
    await dumpTable(),
    (item) => /store_[0-9a-z]{26}/.exec(JSON.stringify(item))?.[0],
  );
  expect(accessTokens.size).toBe(Object.keys(NETWORKS).length);
  for (const [storeId, access] of accessTokens) {
    const own = records.get(storeId) ?? [];
    expect(own.some(({ _t }) => _t === "event")).toBe(true);
    expect(own.some(({ pk }) => String(pk).endsWith("#SOCIAL_CREDENTIAL"))).toBe(true);
    expectNone(JSON.stringify(own), access);
  }
});
