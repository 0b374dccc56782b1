import { Link, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import type { Search } from "./screen.ts";

interface GoProps {
  /** Below the store: `orders/ord_1`. */
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

/** A link to another screen of the store. */
export function Go({ to, search = {}, ...rest }: GoProps) {
  const base = useBase();
  // Screens are found, not listed, so the router does not know their addresses by type.
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
  /** Leaves a form without asking: it has been saved. */
  unasked?: boolean;
}

/** Leads to another screen of the store: `go("orders", { search })`. */
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

/** The address of a screen for another tab. */
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
