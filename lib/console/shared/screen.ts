import type { ComponentType, ReactNode } from "react";
import type { Ask } from "./api/queries.ts";
import type { Item, ListId, OperationId } from "./api/types.ts";
import type { Words } from "./texts.ts";

/** What an address says behind the `?`: texts by the names of the API. */
export type Search = Readonly<Record<string, string | undefined>>;

export type Group = "main" | "settings" | "account";

export interface Screen {
  /** Below the store: `orders`, `orders/$id`. */
  path: string;
  /** The heading until the page says another: of a record, its name. */
  title: Words;
  /** The operation without which the screen is of no use: who may not do it is told who may. */
  needs: OperationId;
  /** Where it stands in the navigation; a screen without is reached from others. */
  navigation?: {
    group: Group;
    /** Lower stands higher. */
    place: number;
    icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }> | undefined;
    /** `g` and then this letter leads here. */
    letter?: string;
  };
  /** The action of the palette and of the key `n`: `New order`. */
  makes?: Words;
  /** What it is for, below its link on `Settings`. */
  about?: Words;
  /** What the palette finds it by, besides its title. */
  words?: string;
  /** The names of its search parameters: others are dropped from the address. */
  search?: readonly string[];
  /** Records that the palette looks for by what somebody types. */
  finds?: Finder;
  /** What the page will read first. It is asked for while the page's code is on its way. */
  loads?: (params: Readonly<Record<string, string>>, search: Search) => readonly Ask[];
  page: () => Promise<{ Page: () => ReactNode }>;
}

export interface Hit {
  name: string;
  /** Below the store. */
  path: string;
  /** What tells it from others of the name. */
  more?: string;
}

export interface Finder {
  operation: ListId;
  hit: (item: never) => Hit;
}

export function finder<O extends ListId>(operation: O, hit: (item: Item<O>) => Hit): Finder {
  return { operation, hit };
}

/** Declares a screen: `screen.ts` of its folder exports it, and the router, the navigation and the palette find it. */
export function screen<const S extends Screen>(declared: S): S {
  return declared;
}
