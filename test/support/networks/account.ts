import { newComments } from "./comments.ts";
import { countRepeats, type NetworkRules, newClock, type StandIn, serveStandIn } from "./stand-in.ts";

/** The parts of a stand-in that differ by network. */
type NetworkParts = Pick<StandIn, "type" | "access" | "refresh" | "needs" | "content" | "count" | "origins"> &
  Partial<Pick<StandIn, "others">> & {
    account: { id: string; name: string; handle?: string };
    signIn: Pick<StandIn, "consent" | "renewals">;
  };

/** One account at a network, with its clock, its comments and its count of repeated calls. */
export function newNetworkAccount() {
  const fates: StandIn["faults"] = new Map();
  const once = countRepeats();
  const clock = newClock();
  const talk = newComments(clock);
  const open = async (
    rules: NetworkRules,
    { account, signIn, others = [], ...own }: NetworkParts,
  ): Promise<StandIn> => ({
    ...(await serveStandIn(rules, fates)),
    ...own,
    destination: {
      external_account_id: account.id,
      external_account_name: account.name,
      handle: account.handle ?? null,
      avatar_url: null,
    },
    scopes: [],
    others,
    repeated: once.repeated,
    consent: signIn.consent,
    renewals: signIn.renewals,
    faults: fates,
    clock,
    talk,
  });
  return { once, clock, talk, open };
}
