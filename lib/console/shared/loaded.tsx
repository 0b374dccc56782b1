import { Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isMissing } from "./api/errors.ts";
import { Failure } from "./failure.tsx";
import { NotFound } from "./not-found.tsx";
import { w } from "./words.ts";

interface LoadedProps<T> {
  of: UseQueryResult<T>;
  /** Lines to leave room for. */
  lines?: number;
  /** The record of the screen's own address: missing, it is no page. */
  page?: boolean;
  children: (data: T) => ReactNode;
}

/** What a read brought: room for it while it is on its way, and what failed in its place. */
export function Loaded<T>({ of, lines = 4, page = false, children }: LoadedProps<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.isError)
    return page && isMissing(of.error) ? (
      <NotFound />
    ) : (
      <Failure error={of.error} again={() => void of.refetch()} />
    );
  return <Room lines={lines} />;
}

/** Room for what is on its way. */
export function Room({ lines }: { lines: number }) {
  return (
    <Stack gap="sm" aria-busy="true" aria-label={w.loading} role="group">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={22} width={line % 3 === 2 ? "60%" : "100%"} />
      ))}
    </Stack>
  );
}
