/** What a sign-in left on this device. */
export interface Kept {
  refresh: string;
  email: string;
}

const KEY = "console:session";

/** Where the refresh token lies: beyond the closing of the window only if its person said so. */
export function keep(session: Kept, beyond: boolean): void {
  forget();
  place(beyond).setItem(KEY, JSON.stringify(session));
}

/** The refresh token has been used; the next one lies where the last one lay. */
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
