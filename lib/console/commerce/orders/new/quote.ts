import { useDebouncedValue } from "@mantine/hooks";
import { intentKey } from "@storefront-backend/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { write } from "#console/shared/api/call.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { useStore } from "#console/shared/store.ts";
import { type Draft, quoteRequest } from "./draft.ts";

/** Milliseconds without a change before a quote is requested. */
const DEBOUNCE_MS = 400;

/** The quote of the draft. Its POST request stores nothing, so React Query may repeat it like a read. */
export function useQuote(draft: Draft, enabled: boolean) {
  const { id: store } = useStore();
  const [requestText] = useDebouncedValue(JSON.stringify(quoteRequest(draft) ?? null), DEBOUNCE_MS);
  const body: Schemas["QuoteOrder"] | null = JSON.parse(requestText);
  const quote = useQuery({
    queryKey: [store, "quoteOrder", requestText],
    queryFn: () => write("quoteOrder", store, {}, body ?? { items: [] }, intentKey()),
    enabled: enabled && body !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isCurrent = requestText === JSON.stringify(quoteRequest(draft) ?? null);
  return { ...quote, data: body ? quote.data : undefined, settled: isCurrent && !quote.isFetching };
}
