let fresh: { id: string; secret: string } | undefined;

/** Hands a new webhook's secret to the screen that shows it, past everything that keeps what it has seen. */
export function handOver(id: string, secret: string): void {
  fresh = { id, secret };
}

export function takeFresh(id: string): string | undefined {
  const secret = fresh?.id === id ? fresh.secret : undefined;
  fresh = undefined;
  return secret;
}
