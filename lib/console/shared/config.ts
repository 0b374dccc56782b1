/** What the deployment says of itself in `config.json`. */
export interface Config {
  /** Address of the API, no slash at its end. */
  api: string;
  media: string;
  signIn: readonly ("code" | "google")[];
  languages: readonly string[];
  connect: readonly string[];
  /** Whether payments are a sandbox, which sells nothing. */
  sandbox?: boolean;
}

let read: Config | undefined;

export async function readConfig(): Promise<void> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`);
  const own: Config = await response.json();
  // A stack on this machine is served from the console's own origin, under whichever name the browser knows it.
  read = { ...own, api: own.api || location.origin };
}

export function config(): Config {
  if (!read) throw new Error("config.json has not been read.");
  return read;
}
