let newSecret: { id: string; secret: string } | undefined;

/** Passes a new secret to the webhook's screen in memory, because the query cache or URL would store it. */
export function passSecret(id: string, secret: string): void {
  newSecret = { id, secret };
}

export function takeSecret(id: string): string | undefined {
  const secret = newSecret?.id === id ? newSecret.secret : undefined;
  newSecret = undefined;
  return secret;
}
