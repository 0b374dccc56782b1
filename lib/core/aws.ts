/**
 * Times that an AWS client gets, in milliseconds: one for the connection and one for an answer. A call that hangs is
 * given up and tried again while the function still has time.
 */
export function timeouts(answer: number) {
  return {
    requestHandler: { connectionTimeout: 1500, requestTimeout: answer, throwOnRequestTimeout: true },
  } as const;
}
