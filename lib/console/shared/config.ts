/** The deployment's settings, from `config.json`. */
export interface Config {
  /** URL of the API, without a slash at the end. */
  api: string;
  media: string;
  signIn: readonly ("code" | "google")[];
  languages: readonly string[];
  /** Whether stores may use the sandbox providers for payments and shipping. */
  sandbox?: boolean;
}

let loadedConfig: Config | undefined;

export async function readConfig(): Promise<void> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`);
  const own: Config = await response.json();
  // A local stack has no fixed URL, so its `api` is empty: it serves API and console from one origin.
  loadedConfig = { ...own, api: own.api || location.origin };
}

export function config(): Config {
  if (!loadedConfig) throw new Error("config.json has not been read.");
  return loadedConfig;
}
