import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";

/** A code that was sent and not used yet. */
const Challenge = z.object({
  id: z.string(),
  /** What the code opens: `platform`, `store:<id>` or `visitor:<id>`. */
  scope: z.string(),
  email: z.string(),
  /** The contact that requested the code without a session. */
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

/** The newest challenge of an email address and scope; only that one is valid. */
export const newestChallenges = entity({
  name: "newest_challenge",
  schema: z.object({ subject: z.string(), challenge_id: z.string(), expires_at: z.int() }),
  pk: "CODE#{subject}",
  sk: "CODE",
  ttl: (newest) => newest.expires_at,
  deletion: { tenant: "expires", person: "expires" },
});

/** Hash of an email address and a network from which it signed in recently. */
export const knownNetworks = entity({
  name: "known_network",
  schema: z.object({ hash: z.string(), expires_at: z.int() }),
  pk: "NETWORK#{hash}",
  sk: "NETWORK",
  ttl: (known) => known.expires_at,
  deletion: { tenant: "expires", person: "expires" },
});
