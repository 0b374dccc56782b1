import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";

/** A code that was sent to an address and is waiting to be typed in. */
const Challenge = z.object({
  id: z.string(),
  /** What the code opens: `platform`, `store:<id>` or `visitor:<id>`. */
  scope: z.string(),
  email: z.string(),
  /** The contact that asked without a session, who is meant by the answer. */
  holder: z.string().nullish(),
  code_hash: z.string(),
  tries: z.int(),
  created_at: z.int(),
  expires_at: z.int(),
});

export const challenges = entity({
  name: "challenge",
  schema: Challenge,
  pk: "CHALLENGE#{id}",
  sk: "CHALLENGE",
  ttl: (challenge) => challenge.expires_at,
  deletion: { tenant: "expires", person: "expires" },
});

/** Names the one challenge of an address and scope that still counts: the newest. */
export const newestChallenges = entity({
  name: "newest_challenge",
  schema: z.object({ subject: z.string(), challenge_id: z.string(), expires_at: z.int() }),
  pk: "CODE#{subject}",
  sk: "CODE",
  ttl: (newest) => newest.expires_at,
  deletion: { tenant: "expires", person: "expires" },
});

/** Says that an address signed in from a network lately: a hash of both, neither is in it. */
export const knownNetworks = entity({
  name: "known_network",
  schema: z.object({ hash: z.string(), expires_at: z.int() }),
  pk: "NETWORK#{hash}",
  sk: "NETWORK",
  ttl: (known) => known.expires_at,
  deletion: { tenant: "expires", person: "expires" },
});
