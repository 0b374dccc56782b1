/** The session as this device stores it. */
export type StoredSession = { refresh: string; email: string };

const KEY = "console:session";

/** Stores the session; it outlives the window only if the user asked for it. */
export function storeSession(session: StoredSession, isPersistent: boolean): void {
  deleteStoredSession();
  storageFor(isPersistent).setItem(KEY, JSON.stringify(session));
}

/** Replaces the used refresh token in its storage, because each works only once. */
export function replaceRefreshToken(refresh: string): void {
  const before = storedSession();
  if (before)
    storageFor(localStorage.getItem(KEY) !== null).setItem(KEY, JSON.stringify({ ...before, refresh }));
}

export function storedSession(): StoredSession | undefined {
  const text = localStorage.getItem(KEY) ?? sessionStorage.getItem(KEY);
  if (text === null) return undefined;
  const { refresh, email } = Object(parseJson(text));
  return typeof refresh === "string" && typeof email === "string" ? { refresh, email } : undefined;
}

export function deleteStoredSession(): void {
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(KEY);
}

function storageFor(isPersistent: boolean): Storage {
  return isPersistent ? localStorage : sessionStorage;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
