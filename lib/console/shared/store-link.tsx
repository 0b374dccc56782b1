import { Link, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import type { Search } from "./screen.ts";

interface StoreLinkProps {
  /** The path below the store: `orders/ord_1`. */
  to: string;
  search?: Search;
  children?: ReactNode;
  className?: string;
  role?: ComponentProps<"a">["role"];
  target?: string;
  onClick?: () => void;
  "aria-current"?: "page";
  "aria-label"?: string;
}

export function StoreLink({ to, search = {}, ...rest }: StoreLinkProps) {
  const base = useStorePath();
  // Screens are found by a glob, so the router has no types for their paths.
  return (
    <Link
      to={`${base}/${to}` as string}
      search={withoutEmpty(search) as never}
      activeOptions={{ exact: true }}
      activeProps={{}}
      {...rest}
    />
  );
}

interface NavigateOptions {
  search?: Search;
  replace?: boolean;
  /** Leaves a form without asking about unsaved input. */
  ignoreBlocker?: boolean;
}

/** Navigates to a screen of the store: `navigate("orders", { search })`. */
export function useStoreNavigate(): (to: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const base = useStorePath();
  return (to, { search = {}, replace = false, ignoreBlocker = false } = {}) =>
    navigate({
      to: `${base}/${to}`,
      search: withoutEmpty(search),
      replace,
      ignoreBlocker,
    } as never);
}

/** The URL of a screen, for another tab or another site. */
export function useScreenUrl(): (to: string) => string {
  const base = useStorePath();
  const { basepath } = useRouter();
  return (to) => `${basepath.replace(/\/$/, "")}${base}/${to}`;
}

function useStorePath(): string {
  const { store } = useParams({ strict: false }) as { store?: string };
  return store ? `/${store}` : "";
}

function withoutEmpty(search: Search): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}
