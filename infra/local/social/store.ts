import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

export interface Destination {
  id: string;
  name: string;
  handle: string;
  /** A `data:` URL with an SVG picture. */
  avatar_url: string;
}

export type Grant = { account: string; access: string; refresh: string };

export interface Comment {
  id: string;
  parent_id: string | null;
  author_name: string;
  author_handle: string | null;
  by_account: boolean;
  text: string;
  hidden: boolean;
  /** Unix seconds. */
  created_at: number;
}

export interface Post {
  id: string;
  account: string;
  container: string;
  text: string;
  link: string | null;
  media: { id: string; type: string; size: number }[];
  created_at: number;
  comments: Comment[];
}

interface Container {
  id: string;
  account: string;
  text: string;
  link: string | null;
  upload: string | null;
  post: string | null;
}

type SignInCode = { redirect: string; challenge: string; destinations: Destination[] };

export interface Network {
  codes: Map<string, SignInCode>;
  grants: Map<string, Grant>;
  uploads: Map<string, Post["media"]>;
  containers: Map<string, Container>;
  posts: Map<string, Post>;
  save(): void;
}

const STORED_MAPS = ["codes", "grants", "uploads", "containers", "posts"] as const;

/** @param file stores the network across restarts; in memory without it */
export function openNetwork(file: string | undefined): Network {
  const stored = file ? readStored(file) : {};
  const network = {
    codes: new Map<string, SignInCode>(stored.codes),
    grants: new Map<string, Grant>(stored.grants),
    uploads: new Map<string, Post["media"]>(stored.uploads),
    containers: new Map<string, Container>(stored.containers),
    posts: new Map<string, Post>(stored.posts),
  };
  const save = () => {
    if (file)
      writeFileSync(
        file,
        JSON.stringify(Object.fromEntries(STORED_MAPS.map((name) => [name, [...network[name]]]))),
        { mode: 0o600 },
      );
  };
  return { ...network, save };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** The account with this number that a store can connect. It is the same at each sign-in. */
export function destinationOf(store: string, number: number): Destination {
  const mark = createHash("sha256").update(store).digest("hex").slice(0, 10);
  return {
    id: `page_${mark}_${number}`,
    name: `Sandbox page ${number}`,
    handle: `page${number}_${mark.slice(0, 4)}`,
    avatar_url: `data:image/svg+xml,${encodeURIComponent(avatarOf(mark.slice(0, 6), number))}`,
  };
}

function avatarOf(color: string, number: number): string {
  const letter = `<text x="20" y="27" font-size="20" text-anchor="middle" fill="#fff">${number}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#${color}"/>${letter}</svg>`;
}

/** Creates tokens for an account, and deletes its earlier grant. */
export function grantFor(network: Network, account: string, before?: Grant): Grant {
  if (before) network.grants.delete(before.refresh);
  const grant = { account, access: newId("sat"), refresh: newId("srt") };
  network.grants.set(grant.refresh, grant);
  return grant;
}

export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

type StoredNetwork = Partial<{
  codes: [string, SignInCode][];
  grants: [string, Grant][];
  uploads: [string, Post["media"]][];
  containers: [string, Container][];
  posts: [string, Post][];
}>;

function readStored(file: string): StoredNetwork {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Missing or damaged. Starts empty, as the data is only for trying things out.
    return {};
  }
}
