import { proveZones } from "#test/proofs/zones.ts";

export const name = "slots in every time zone";

export async function run(): Promise<string> {
  const zones = Intl.supportedValuesOf("timeZone");
  const { transitions, slots } = proveZones(zones, 2015, 2035);
  return `${zones.length} zones, ${transitions} changes of the clocks from 2015 to 2035, five sets of hours: ${slots} slots, each inside the hours`;
}
