import { optionalEnv } from "./env.ts";

/**
 * A timeout, scaled by `LOCAL_PATIENCE`: a machine that stands in for AWS may be many times slower, and nothing is
 * wrong there.
 *
 * @param milliseconds the timeout on AWS
 */
export function scaledTimeout(milliseconds: number): number {
  return milliseconds * (Number(optionalEnv("LOCAL_PATIENCE")) || 1);
}
