import { cancelRace } from "#test/proofs/publishing-races.ts";
import { accountAtStandIn, useStandIns } from "#test/proofs/social-accounts.ts";
import type { SoakRun } from "#test/soak.ts";
import { standInForX } from "#test/support/networks/x.ts";
import { randomFrom } from "#test/support/random.ts";

export const name = "publications that are cancelled and edited while they are posted";
export { noFunctions as manifest } from "./manifests.ts";

const RACES = Number(process.env.SIZE ?? 500);

export async function run({ seed }: SoakRun): Promise<string> {
  const network = await standInForX();
  useStandIns(network);
  const account = await accountAtStandIn(network);
  const ended = { cancelled: 0, published: 0 };
  for (let index = 0; index < RACES; index++) {
    const how = await cancelRace(network, account, randomFrom(seed + index)).catch((error: unknown) => {
      throw new Error(`With SEED=${seed + index} SIZE=1: ${error}`, { cause: error });
    });
    ended[how] += 1;
  }
  network.stop();
  return `${RACES} races: ${ended.cancelled} cancelled with nothing posted, ${ended.published} published once as they were`;
}
