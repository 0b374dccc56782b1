import assert from "node:assert/strict";
import { table, watchTable } from "#core/dynamo/client.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { putObject } from "#core/storage.ts";
import { originalKey } from "#lib/content/media/keys.ts";
import { media } from "#lib/content/media/table.ts";
import { advance } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/begin.ts";
import { connect } from "#lib/engagement/social/connect.ts";
import { getPublication } from "#lib/engagement/social/find.ts";
import { createPublication } from "#lib/engagement/social/publications.ts";
import { attempts } from "#lib/engagement/social/table.ts";
import { standInForFacebook, standInForInstagram } from "#test/support/networks/meta.ts";
import { type Fate, STEPS, type StandIn } from "#test/support/networks/stand-in.ts";
import { standInForTiktok } from "#test/support/networks/tiktok.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { standInForYoutube } from "#test/support/networks/youtube.ts";
import type { Random } from "#test/support/random.ts";
import { testContext } from "#test/support/world.ts";

export const NETWORKS = {
  facebook_page: standInForFacebook,
  instagram_business: standInForInstagram,
  youtube_channel: standInForYoutube,
  tiktok_account: standInForTiktok,
  x_account: standInForX,
} as const;

export class Killed extends Error {
  /** How many there were in this process. */
  static count = 0;

  constructor(message: string) {
    super(message);
    Killed.count += 1;
  }
}

export interface Account {
  storeId: string;
  accountId: string;
  mediaId: string;
}

export interface Tally {
  published: number;
  failed: number;
  unknown: number;
  kills: number;
}

/** Points the functions of this process at a network's stand-in. */
export function pointAt(network: StandIn): void {
  const app = { id: "app", secret: "app-secret-canary" };
  process.env.SOCIAL_APPS = JSON.stringify(
    Object.fromEntries(Object.keys(NETWORKS).map((type) => [type, app])),
  );
  process.env.SOCIAL_HOSTS = JSON.stringify(
    Object.fromEntries(network.origins.map((origin) => [origin, network.url])),
  );
}

/** An account at a stand-in, and a file to post, without a sign-in. */
export async function accountAt(network: StandIn, bytes: Buffer = Buffer.alloc(2000, 7)): Promise<Account> {
  const ctx = testContext();
  const storeId = newId("store");
  const now = ctx.now();
  const { access, refresh, scopes, destination, type } = network;
  const tokens = {
    access,
    refresh,
    scopes,
    obtained_at: now,
    expires_at: null,
    refresh_expires_at: null,
    owner: null,
  };
  const { account, writes } = await connect(ctx, storeId, type, { destination, tokens });
  const mediaId = newId("media");
  const isVideo = network.needs === "video";
  const record = {
    id: mediaId,
    store_id: storeId,
    name: isVideo ? "film.mp4" : "picture.jpg",
    file: isVideo ? "film.mp4" : "picture.jpg",
    kind: isVideo ? ("video" as const) : ("image" as const),
    mime_type: isVideo ? "video/mp4" : "image/jpeg",
    size: bytes.length,
    slug: {},
    width: isVideo ? null : 1000,
    height: isVideo ? null : 1000,
    created_at: now,
    updated_at: now,
  };
  await putObject(process.env.MEDIA_BUCKET ?? "", originalKey(storeId, mediaId), bytes, {
    contentType: record.mime_type,
  });
  await transact(ctx, [...writes, media.create(record)]);
  return { storeId, accountId: account.id, mediaId };
}

/**
 * Posts under a random schedule: the network fails before, in and after any call, workers are killed before and after
 * any call to the table, and messages come twice. Says how it ended, having checked that it ended right.
 */
export async function postUnderFaults(
  network: StandIn,
  account: Account,
  random: Random,
  tally: Tally,
): Promise<void> {
  const text = `Post ${random.seed} ${newId("t")}`;
  const { storeId, accountId: social_account_id, mediaId } = account;
  let time = Date.now() / 1000;
  const ctx = () => testContext({ clock: () => time });
  const content = network.content(text, mediaId);
  const made = await createPublication(ctx(), storeId, { social_account_id, content, publish: true });
  const id = made.publication.id;
  const key = { store_id: storeId, id: attemptId(id, 1) };
  network.fates.clear();
  const fates: Fate[] = ["before", "cut", "after", "limited"];
  for (const step of STEPS) {
    const few = random.int(step === "lookup" ? 6 : 3);
    network.fates.set(step, random.chance(0.6) ? Array.from({ length: few }, () => random.pick(fates)) : []);
  }
  const lookUpsFail = network.fates.get("lookup")?.length ?? 0;
  const message = { store_id: storeId, attempt_id: key.id };
  const deadly = random.chance(0.6) ? 0.05 : 0;
  for (let turns = 0; turns < 400; turns++) {
    const found = await attempts.find(key);
    assert.ok(found, "the attempt is there");
    if (found.status === "ended") break;
    time = Math.max(time, found.next_at, found.lease_until) + random.int(3);
    const workers = random.chance(0.3) ? 2 : 1;
    const outcome = () =>
      whileKilled(random, turns < 60 ? deadly : 0, () =>
        Promise.allSettled(Array.from({ length: workers }, () => advance(ctx(), message))),
      );
    for (const each of await outcome()) {
      if (each.status === "rejected" && isKill(each.reason)) tally.kills += 1;
      else if (each.status === "rejected" && !/changed by somebody else|contended/.test(String(each.reason)))
        throw each.reason;
    }
  }
  const ended = await getPublication(ctx(), storeId, id);
  const count = network.count(text);
  const how = `${network.type} ${ended.status} ${ended.error_code} with ${count} on the feed (${id})`;
  assert.ok(count <= 1, `posted more than once: ${how}`);
  assert.ok(["published", "failed", "unknown"].includes(ended.status), `ended as nothing: ${how}`);
  assert.equal(network.repeated(), 0, `an irreversible call was made again: ${how}`);
  if (ended.status !== "unknown") assert.equal(ended.status === "published", count === 1, how);
  else assert.ok(lookUpsFail > 0 && /look-up after the step/.test(ended.error_message ?? ""), how);
  tally[ended.status as "published" | "failed" | "unknown"] += 1;
}

/** Runs something while a table call may be the last that the process makes: before it, or right after it. */
export async function whileKilled<T>(random: Random, probability: number, run: () => Promise<T>): Promise<T> {
  const stack = table().middlewareStack;
  stack.add(
    (next) => async (args) => {
      if (random.chance(probability / 2)) throw new Killed("killed before");
      return next(args);
    },
    { step: "initialize", name: "kill", priority: "high" },
  );
  watchTable(() => {
    if (random.chance(probability / 2)) throw new Killed("killed after");
  });
  try {
    return await run();
  } finally {
    stack.remove("kill");
    watchTable(undefined);
  }
}

function isKill(error: unknown): boolean {
  return error instanceof Killed;
}
