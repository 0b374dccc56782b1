import { newNetworkId } from "./ids.ts";

/** A comment below a post of a stand-in. */
export interface StandInComment {
  id: string;
  post: string;
  parent: string | null;
  text: string;
  /** Whether the account itself wrote it. */
  own: boolean;
  at: number;
  hidden: boolean;
}

export interface Comments {
  write(post: string, text: string, parent?: string | null, own?: boolean): StandInComment;
  /** What was written below a post, and not below another comment; oldest first. */
  below(post: string): StandInComment[];
  answersTo(comment: string): StandInComment[];
  find(id: string): StandInComment | undefined;
}

/** What is said below the posts of a network. */
export function newComments(clock: { now(): number }): Comments {
  const said: StandInComment[] = [];
  return {
    write(post, text, parent = null, own = false) {
      const one = { id: newNetworkId(), post, parent, text, own, at: clock.now(), hidden: false };
      said.push(one);
      return one;
    },
    below: (post) => said.filter((each) => each.post === post && each.parent === null),
    answersTo: (comment) => said.filter(({ parent }) => parent === comment),
    find: (id) => said.find((each) => each.id === id),
  };
}

/** A page of a list, and the cursor of the next one. */
export function listPage<T>(
  all: T[],
  limit: number,
  after: string | null,
): { items: T[]; next: string | null } {
  const start = Number(after ?? 0);
  const end = start + limit;
  return { items: all.slice(start, end), next: end < all.length ? String(end) : null };
}
