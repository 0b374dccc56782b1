import { optionalEnv } from "./env.ts";

/**
 * How long something may take before it is given up, in milliseconds. A machine that stands in for AWS may be many times
 * slower, and nothing is wrong with what takes longer there.
 *
 * @param milliseconds what it may take on AWS
 * @returns the same times `LOCAL_PATIENCE`
 */
export function scaledTimeout(milliseconds: number): number {
  return milliseconds * (Number(optionalEnv("LOCAL_PATIENCE")) || 1);
}
