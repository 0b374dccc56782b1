import { inject } from "vitest";
import { users } from "#functions/tenancy/users/routes.ts";
import { ok } from "./client.ts";
import type { InboxMail } from "./world.ts";

/** An allowed origin and redirect URL for tests. */
export function frontEnd(): { originUrl: string; redirectUrl: string } {
  const { api } = inject("addresses");
  return { originUrl: `${api}/_app`, redirectUrl: `${api}/_app/callback` };
}

/** Follows redirects with cookies, as a browser does, to the front end's URL. */
export async function signInAtProvider(url: string, answer: Record<string, string>): Promise<URL> {
  const jar = new Map<string, string>();
  const { redirectUrl } = frontEnd();
  let next = new URL(url);
  let form: string | undefined;
  for (let hop = 0; hop < 20; hop++) {
    if (`${next.origin}${next.pathname}` === redirectUrl) return next;
    const reply: Response = await fetch(next, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined
        ? {}
        : {
            method: "POST",
            body: form,
            headers: {
              cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
              "content-type": "application/x-www-form-urlencoded",
            },
          }),
    });
    form = undefined;
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    const location = reply.headers.get("location");
    if (location) next = new URL(location, next);
    else if (reply.status === 200) form = new URLSearchParams(answer).toString();
    else throw new Error(`${next.pathname} answered ${reply.status}: ${await reply.text()}`);
  }
  throw new Error("The redirects have no end.");
}

/** Signs in at the provider. Returns what the front end receives. */
export async function signInResult(email: string): Promise<{ code: string; state: string }> {
  const { url } = await ok(users.getLoginUrl, { query: { provider: "GOOGLE", ...frontEnd() } });
  const back = await signInAtProvider(url, { email, answer: "allow" });
  return { code: back.searchParams.get("code") ?? "", state: back.searchParams.get("state") ?? "" };
}

export async function googleLogin(email: string) {
  const { code } = await signInResult(email);
  const { originUrl } = frontEnd();
  return ok(users.loginUser, { body: { provider: "GOOGLE", code, originUrl } });
}

export function tokenIn({ body }: InboxMail): string {
  return new URL(/https?:\S+token=\S+/.exec(body.text ?? "")?.[0] ?? "").searchParams.get("token") ?? "";
}
