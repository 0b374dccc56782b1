import type { Network } from "./port.ts";
import type { ProviderType } from "./schema.ts";

type Load = () => Promise<Network>;

/** Loads each network's adapter at its first use, so that other functions need no memory for it. */
const ADAPTERS: Record<ProviderType, Load> = {
  facebook_page: async () => (await import("./networks/facebook-page.ts")).facebookPage,
  instagram_business: async () => (await import("./networks/instagram-business.ts")).instagramBusiness,
  youtube_channel: async () => (await import("./networks/youtube-channel.ts")).youtubeChannel,
  tiktok_account: async () => (await import("./networks/tiktok-account.ts")).tiktokAccount,
  x_account: async () => (await import("./networks/x-account.ts")).xAccount,
  sandbox: async () => (await import("./networks/sandbox.ts")).sandbox,
};

export function networkOf(type: ProviderType): Promise<Network> {
  return ADAPTERS[type]();
}
