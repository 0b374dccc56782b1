import { intentKey } from "@storefront-backend/client";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useStore } from "#console/shared/store.ts";
import { write } from "./call.ts";
import { UnknownOutcome } from "./errors.ts";
import { heed, outdate, readOf } from "./queries.ts";
import type { Answer, Body, Params, Query, ReadId, WriteId } from "./types.ts";

interface ReadOptions {
  /** Milliseconds between two reads while somebody looks. */
  every?: number;
  enabled?: boolean;
  /** Shows the last answer while another one of the same operation is read. */
  keep?: boolean;
}

/** Reads, and reads again when a write made the answer old. */
export function useRead<O extends ReadId>(
  operation: O,
  params: Params<O>,
  query?: Query<O>,
  { every, enabled = true, keep = false }: ReadOptions = {},
): UseQueryResult<Answer<O>> {
  const { id } = useStore();
  return useQuery<Answer<O>, Error, Answer<O>, readonly unknown[]>({
    ...readOf(operation, id, params, query),
    enabled,
    refetchInterval: every ?? false,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

export interface Write<O extends WriteId> {
  busy: boolean;
  /** Why the last try did not end well; `UnknownOutcome` if nobody knows. */
  error: unknown;
  /** Undefined when it did not end well: `error` says why. A second call while one is under way does nothing. */
  send(params: Params<O>, body: Body<O>): Promise<Answer<O> | undefined>;
  forget(): void;
}

/**
 * One intent of a person. Its key stays the same until it is done or what is asked for changes, so that pressing again
 * after an error does not do it twice.
 *
 * @param outdates reads whose answers are old afterwards
 */
export function useWrite<O extends WriteId>(operation: O, outdates: readonly ReadId[] = []): Write<O> {
  const { id } = useStore();
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: undefined });
  const intent = useRef({ asked: "", key: "", busy: false });
  async function send(params: Params<O>, body: Body<O>) {
    const own = intent.current;
    if (own.busy) return undefined;
    const asked = JSON.stringify([params, body]);
    if (own.asked !== asked) Object.assign(own, { asked, key: intentKey() });
    own.busy = true;
    setState({ busy: true, error: undefined });
    try {
      const answer = await write(operation, id, params, body, own.key);
      own.asked = "";
      setState({ busy: false, error: undefined });
      void outdate(id, outdates);
      return answer;
    } catch (error) {
      // After an unknown outcome the lists may show it already.
      if (error instanceof UnknownOutcome) void outdate(id, outdates);
      heed(error);
      setState({ busy: false, error });
      return undefined;
    } finally {
      own.busy = false;
    }
  }
  return { ...state, send, forget: () => setState({ busy: false, error: undefined }) };
}
