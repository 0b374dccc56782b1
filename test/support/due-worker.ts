/** The SQS event that makes a worker drain a shard. */
export function shardMessage(body: object) {
  const record = {
    messageId: crypto.randomUUID(),
    body: JSON.stringify({ id: "msg_1", to: "process-due-carts", body }),
    attributes: { ApproximateReceiveCount: "1" },
  };
  return { Records: [record] } as never;
}

/** A Lambda context with this many seconds left. */
export function contextWithSeconds(seconds: number) {
  return { getRemainingTimeInMillis: () => seconds * 1000 };
}
