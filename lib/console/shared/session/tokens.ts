/** The session as this device stores it. */
export interface Kept {
  refresh: string;
  email: string;
}

const KEY = "console:session";

/** Stores the session; it outlives the window only if the user asked for it. */
export function keep(session: Kept, beyond: boolean): void {
  forget();
  place(beyond).setItem(KEY, JSON.stringify(session));
}

/** A refresh token works once: stores the next one in the same storage. */
export function renewKept(refresh: string): void {
  const before = kept();
  if (before) place(localStorage.getItem(KEY) !== null).setItem(KEY, JSON.stringify({ ...before, refresh }));
}

export function kept(): Kept | undefined {
  const text = localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY);
  if (text === null) return undefined;
  const { refresh, email } = Object(parsed(text));
  return typeof refresh === "string" && typeof email === "string" ? { refresh, email } : undefined;
}

export function forget(): void {
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(KEY);
}

function place(beyond: boolean): Storage {
  return beyond ? localStorage : sessionStorage;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
