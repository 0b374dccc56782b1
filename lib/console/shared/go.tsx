import { Link, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import type { Search } from "./screen.ts";

interface GoProps {
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

/** A link to a screen of the store. */
export function Go({ to, search = {}, ...rest }: GoProps) {
  const base = useBase();
  // Screens are found by a glob, so the router has no types for their paths.
  return (
    <Link
      to={`${base}/${to}` as string}
      search={defined(search) as never}
      activeOptions={{ exact: true }}
      activeProps={{}}
      {...rest}
    />
  );
}

interface Way {
  search?: Search;
  replace?: boolean;
  /** Leaves a form without the question about unsaved input. */
  unasked?: boolean;
}

/** Navigates to a screen of the store: `navigate("orders", { search })`. */
export function useGo(): (to: string, way?: Way) => Promise<void> {
  const navigate = useNavigate();
  const base = useBase();
  return (to, { search = {}, replace = false, unasked = false } = {}) =>
    navigate({
      to: `${base}/${to}`,
      search: defined(search),
      replace,
      ignoreBlocker: unasked,
    } as never);
}

/** The URL of a screen, for another tab or another site. */
export function useAddress(): (to: string) => string {
  const base = useBase();
  const { basepath } = useRouter();
  return (to) => `${basepath.replace(/\/$/, "")}${base}/${to}`;
}

function useBase(): string {
  const { store } = useParams({ strict: false }) as { store?: string };
  return store ? `/${store}` : "";
}

function defined(search: Search): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}
