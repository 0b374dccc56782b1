import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { putObject } from "#core/storage.ts";
import { originalKey } from "#lib/content/media/keys.ts";
import { media } from "#lib/content/media/table.ts";
import type { Destination, Tokens } from "#lib/engagement/social/account-schema.ts";
import { connectionWrites } from "#lib/engagement/social/connect.ts";
import type { ProviderType } from "#lib/engagement/social/schema.ts";
import { standInForInstagram } from "#test/support/networks/instagram.ts";
import { standInForFacebook } from "#test/support/networks/meta.ts";
import type { PostFiles, StandIn } from "#test/support/networks/stand-in.ts";
import { standInForTiktok } from "#test/support/networks/tiktok.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { standInForYoutube } from "#test/support/networks/youtube.ts";
import { testContext } from "#test/support/world.ts";

export const NETWORKS = {
  facebook_page: standInForFacebook,
  instagram_business: standInForInstagram,
  youtube_channel: standInForYoutube,
  tiktok_account: standInForTiktok,
  x_account: standInForX,
} as const;

export interface Account extends PostFiles {
  storeId: string;
  accountId: string;
  /** A file of the kind that the network needs. */
  mediaId: string;
}

/** Makes the functions of this process call stand-ins for networks. */
export function useStandIns(...networks: Pick<StandIn, "origins" | "url">[]): void {
  const app = { id: "app", secret: "app-secret-canary", reviewed: true };
  process.env.SOCIAL_APPS = JSON.stringify(
    Object.fromEntries(Object.keys(NETWORKS).map((type) => [type, app])),
  );
  process.env.SOCIAL_HOSTS = JSON.stringify(
    Object.fromEntries(networks.flatMap(({ origins, url }) => origins.map((origin) => [origin, url]))),
  );
}

interface AccountOptions {
  /** Seconds until the access token expires; never unless set. */
  seconds?: number;
  storeId?: string;
}

/** Connects an account at a stand-in without a sign-in, with files to post. */
export async function accountAtStandIn(
  network: StandIn,
  bytes: Buffer = Buffer.alloc(2000, 7),
  { seconds, storeId = newId("store") }: AccountOptions = {},
): Promise<Account> {
  const { access, refresh, scopes, destination, type } = network;
  const expires_at = seconds === undefined ? null : testContext().now() + seconds;
  const accountId = await storeAccount(storeId, type, destination, { access, refresh, scopes, expires_at });
  const [first, second, film] = await Promise.all([
    createFile(storeId, "image", bytes),
    createFile(storeId, "image", bytes),
    createFile(storeId, "video", bytes),
  ]);
  const mediaId = network.needs === "video" ? film : first;
  return { storeId, accountId, mediaId, pictures: [first, second], film };
}

export function accountIdOf(storeId: string, type: ProviderType): Promise<string> {
  const destination = { external_account_id: "1", external_account_name: "", handle: null, avatar_url: null };
  return storeAccount(storeId, type, destination, {
    access: "none",
    refresh: null,
    scopes: [],
    expires_at: null,
  });
}

async function storeAccount(
  storeId: string,
  type: ProviderType,
  destination: Destination,
  held: Pick<Tokens, "access" | "refresh" | "scopes" | "expires_at">,
): Promise<string> {
  const ctx = testContext();
  const tokens = { ...held, obtained_at: ctx.now(), refresh_expires_at: null, owner: null };
  const { account, writes } = await connectionWrites(ctx, storeId, type, { destination, tokens });
  await transact(ctx, writes);
  return account.id;
}

/** Recorded properties of a file that differ from its content. */
type RecordedFile = { mime_type?: string; size?: number; width?: number; height?: number };

/** A file of a store; one without bytes is only recorded. */
export async function createFile(
  store_id: string,
  kind: "image" | "video",
  bytes: Buffer,
  recorded: RecordedFile = {},
): Promise<string> {
  const ctx = testContext();
  const id = newId("media");
  const isVideo = kind === "video";
  const name = isVideo ? "film.mp4" : "picture.jpg";
  const mime_type = recorded.mime_type ?? (isVideo ? "video/mp4" : "image/jpeg");
  const [width, height] = isVideo ? [null, null] : [recorded.width ?? 1000, recorded.height ?? 1000];
  const file = {
    id,
    store_id,
    name,
    file: name,
    kind,
    mime_type,
    size: recorded.size ?? bytes.length,
    slug: {},
    alt: {},
    width,
    height,
  };
  if (bytes.length > 0) {
    const key = originalKey(store_id, id);
    await putObject(process.env.MEDIA_BUCKET ?? "", key, bytes, { contentType: mime_type });
  }
  await transact(ctx, [media.create({ ...file, created_at: ctx.now(), updated_at: ctx.now() })]);
  return id;
}
