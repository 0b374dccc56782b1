import { intentKey } from "@storefront-backend/client";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useStore } from "#console/shared/store.ts";
import { write } from "./call.ts";
import { UnknownOutcome } from "./errors.ts";
import { handleForbidden, invalidateReads, readQuery } from "./queries.ts";
import type { Answer, Params, Query, ReadId, RequestBody, WriteId } from "./types.ts";

interface ReadOptions {
  /** Milliseconds between two automatic reads, which stop while the window has no focus. */
  every?: number;
  enabled?: boolean;
  /** Shows the last answer while the operation is read with other parameters. */
  keepPrevious?: boolean;
}

/** Reads an operation, and reads it again after a write that lists it in `invalidates`. */
export function useRead<O extends ReadId>(
  operation: O,
  params: Params<O>,
  query?: Query<O>,
  { every, enabled = true, keepPrevious: keep = false }: ReadOptions = {},
): UseQueryResult<Answer<O>> {
  const { id } = useStore();
  return useQuery<Answer<O>, Error, Answer<O>, readonly unknown[]>({
    ...readQuery(operation, id, params, query),
    enabled,
    refetchInterval: every ?? false,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

export interface Write<O extends WriteId> {
  busy: boolean;
  /** Why the last try failed; `UnknownOutcome` if the change may have happened. */
  error: unknown;
  /** Resolves to undefined after a failure, and `error` says why. Does nothing while another call runs. */
  send(params: Params<O>, body: RequestBody<O>): Promise<Answer<O> | undefined>;
  reset(): void;
}

/**
 * A write with an Idempotency-Key that changes only when the write succeeds or its input changes. So pressing
 * a button again after an error does not make a change twice.
 *
 * @param invalidates reads whose answers are out of date after the write
 */
export function useWrite<O extends WriteId>(operation: O, invalidates: readonly ReadId[] = []): Write<O> {
  const { id } = useStore();
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: undefined });
  const intent = useRef({ request: "", key: "", busy: false });
  async function send(params: Params<O>, body: RequestBody<O>) {
    const current = intent.current;
    if (current.busy) return undefined;
    const requestText = JSON.stringify([params, body]);
    if (current.request !== requestText) Object.assign(current, { request: requestText, key: intentKey() });
    current.busy = true;
    setState({ busy: true, error: undefined });
    try {
      const answer = await write(operation, id, params, body, current.key);
      current.request = "";
      setState({ busy: false, error: undefined });
      void invalidateReads(id, invalidates);
      return answer;
    } catch (error) {
      // The change may have happened, so the lists are read again to show it.
      if (error instanceof UnknownOutcome) void invalidateReads(id, invalidates);
      handleForbidden(error);
      setState({ busy: false, error });
      return undefined;
    } finally {
      current.busy = false;
    }
  }
  return { ...state, send, reset: () => setState({ busy: false, error: undefined }) };
}
