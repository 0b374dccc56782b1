import type { ComponentType, ReactNode } from "react";
import type { ReadRequest } from "./api/queries.ts";
import type { Item, ListId, OperationId } from "./api/types.ts";
import type { Words } from "./texts.ts";

/** The search parameters of a URL, named as in the API. */
export type Search = Readonly<Record<string, string | undefined>>;

export type Group = "main" | "settings" | "account";

export interface Screen {
  /** The path below the store: `orders`, `orders/$id`. */
  path: string;
  /** The heading, until the page sets the record's name. */
  title: Words;
  /** The screen's main operation. Users who may not call it see which roles may. */
  needs: OperationId;
  /** The place in the navigation; other screens lead to a screen without one. */
  navigation?: {
    group: Group;
    /** Lower numbers come first. */
    place: number;
    icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }> | undefined;
    /** Pressing `g` and then this letter opens the screen. */
    letter?: string;
  };
  /** The name of what the screen creates, for the palette and the key `n`: `New order`. */
  createLabel?: Words;
  /** The sentence below the screen's link on `Settings`. */
  about?: Words;
  /** More words by which the palette finds the screen. */
  searchWords?: string;
  /** The allowed search parameters; others are dropped from the URL. */
  search?: readonly string[];
  /** The records that the palette searches. */
  recordSearch?: RecordSearch;
  /** The first reads of the page, which start while its code loads. */
  prefetch?: (params: Readonly<Record<string, string>>, search: Search) => readonly ReadRequest[];
  page: () => Promise<{ Page: () => ReactNode }>;
}

export interface Hit {
  name: string;
  /** The path below the store. */
  path: string;
  /** A detail that distinguishes records of one name. */
  more?: string;
}

export type RecordSearch = { operation: ListId; hit: (item: never) => Hit };

export function recordSearch<O extends ListId>(operation: O, hit: (item: Item<O>) => Hit): RecordSearch {
  return { operation, hit };
}

/** Declares a screen. The router, the navigation and the palette find what a `screen.ts` exports as `SCREEN`. */
export function screen<const S extends Screen>(declared: S): S {
  return declared;
}
