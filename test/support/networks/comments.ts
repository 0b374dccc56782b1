import { newNetworkId } from "./ids.ts";

export interface StandInComment {
  id: string;
  post: string;
  parent: string | null;
  text: string;
  own: boolean;
  at: number;
  hidden: boolean;
}

export interface Comments {
  write(post: string, text: string, parent?: string | null, own?: boolean): StandInComment;
  /** Top-level comments of a post, oldest first. */
  below(post: string): StandInComment[];
  answersTo(comment: string): StandInComment[];
  find(id: string): StandInComment | undefined;
}

export function newComments(clock: { now(): number }): Comments {
  const comments: StandInComment[] = [];
  return {
    write(post, text, parent = null, own = false) {
      const one = { id: newNetworkId(), post, parent, text, own, at: clock.now(), hidden: false };
      comments.push(one);
      return one;
    },
    below: (post) => comments.filter((each) => each.post === post && each.parent === null),
    answersTo: (comment) => comments.filter(({ parent }) => parent === comment),
    find: (id) => comments.find((each) => each.id === id),
  };
}

export function listPage<T>(
  all: T[],
  limit: number,
  after: string | null,
): { items: T[]; next: string | null } {
  const start = Number(after ?? 0);
  const end = start + limit;
  return { items: all.slice(start, end), next: end < all.length ? String(end) : null };
}
