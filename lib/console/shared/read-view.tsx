import { Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isMissing } from "./api/errors.ts";
import { Failure } from "./failure.tsx";
import { NotFound } from "./not-found.tsx";
import { w } from "./words.ts";

interface ReadViewProps<T> {
  of: UseQueryResult<T>;
  /** The number of lines of the skeleton. */
  lines?: number;
  /** Shows `NotFound` if the record is missing. Set it for the record that the URL names. */
  notFoundPage?: boolean;
  children: (data: T) => ReactNode;
}

/** Draws a query's data. Shows a skeleton while it loads, and the error if it failed. */
export function ReadView<T>({ of, lines = 4, notFoundPage = false, children }: ReadViewProps<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.isError)
    return notFoundPage && isMissing(of.error) ? (
      <NotFound />
    ) : (
      <Failure error={of.error} retry={() => void of.refetch()} />
    );
  return <LoadingSkeleton lines={lines} />;
}

export function LoadingSkeleton({ lines }: { lines: number }) {
  return (
    <Stack gap="sm" aria-busy="true" aria-label={w.loading} role="group">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={22} width={line % 3 === 2 ? "60%" : "100%"} />
      ))}
    </Stack>
  );
}
