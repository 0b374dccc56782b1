let fresh: { id: string; secret: string } | undefined;

/** Passes a new secret to the webhook's screen without the query cache or the address, which would keep it. */
export function handOver(id: string, secret: string): void {
  fresh = { id, secret };
}

export function takeFresh(id: string): string | undefined {
  const secret = fresh?.id === id ? fresh.secret : undefined;
  fresh = undefined;
  return secret;
}
