import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/** Redirects once to a path with search parameters. The router's `Navigate` would redirect on each render. */
export function Redirect({ address }: { address: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const [path = "", search = ""] = address.split("?", 2);
    void navigate({
      to: path as string,
      search: Object.fromEntries(new URLSearchParams(search)) as never,
      replace: true,
    });
  }, [address]);
  return null;
}
