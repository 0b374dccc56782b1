/** The message that has a shard drained, as SQS delivers it. */
export function shardMessage(body: object) {
  const record = {
    messageId: crypto.randomUUID(),
    body: JSON.stringify({ id: "msg_1", to: "process-due-carts", body }),
    attributes: { ApproximateReceiveCount: "1" },
  };
  return { Records: [record] } as never;
}

/** A function with so many seconds left. */
export function contextWithSeconds(seconds: number) {
  return { getRemainingTimeInMillis: () => seconds * 1000 };
}
