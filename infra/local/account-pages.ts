import { html, type SafeHtml } from "#core/html.ts";
import type { Mount } from "./gateway.ts";
import { page } from "./pages/layout.ts";

/** First path segment of the pages to which links in mails lead; a real front end has pages of its own. */
export const APP_SEGMENT = "_app";

/**
 * A minimal front end for accounts: the pages behind links in mails, and sign-in with the identity provider.
 * Each calls the public API from the browser and shows the answer.
 */
export function accountMount(api: string): Mount {
  const pages: Record<string, string> = {
    "": signInPage(),
    callback: callbackPage(),
    confirm: confirmPage(),
    "reset-password": resetPage(),
    invitation: invitationPage(),
  };
  return (request, _incoming, response) => {
    const text = pages[request.segments[1] ?? ""];
    if (text === undefined || request.method !== "GET") return false;
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      // The URL has a token in it, which no other site may see.
      "referrer-policy": "no-referrer",
    });
    response.end(text.replaceAll("{api}", api));
    return true;
  };
}

const SHARED_SCRIPT = `
const params = new URLSearchParams(location.search);
const token = params.get("token") ?? "";
const home = "{api}/${APP_SEGMENT}";
async function call(method, path, body) {
  const reply = await fetch("{api}" + path, {
    method,
    headers: { "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await reply.json();
  document.getElementById("answer").textContent = JSON.stringify(answer, null, 2);
  return answer;
}
function on(id, act) {
  document.getElementById(id)?.addEventListener("click", (event) => { event.preventDefault(); act(); });
}
const value = (id) => document.getElementById(id).value;
`;

function formPage(title: string, body: SafeHtml, script: string): string {
  return page(title, html`<h1>${title}</h1>\n${body}\n<pre id="answer" tabindex="0"></pre>`, {
    script: SHARED_SCRIPT + script,
  });
}

function signInPage(): string {
  return formPage(
    "Sign in",
    html`<p><button id="google">With the identity provider</button> <button id="guest">As a guest</button></p>
<p><label>Address <input id="email" type="email" value="grace@example.com"></label></p>
<p><label>Password <input id="password" type="password"></label></p>
<p><button id="login">Sign in</button> <button id="register">Register</button> <button id="forgot">Forgot the password</button></p>`,
    `
on("google", async () => {
  const query = new URLSearchParams({ provider: "GOOGLE", originUrl: home, redirectUrl: home + "/callback" });
  const { url } = await call("GET", "/v1/users/login/url?" + query);
  if (url) {
    sessionStorage.setItem("state", new URL(url).searchParams.get("state"));
    location.href = url;
  }
});
on("guest", () => call("POST", "/v1/users/login", { provider: "GUEST" }));
on("login", () => call("POST", "/v1/users/login", { provider: "EMAIL", email: value("email"), password: value("password") }));
on("register", () => call("POST", "/v1/users/register", { provider: "EMAIL_REGISTER", email: value("email"), password: value("password"), reserveDomain: home }));
on("forgot", () => call("POST", "/v1/users/forgot-password", { email: value("email"), reserveDomain: home }));
`,
  );
}

function callbackPage(): string {
  return formPage(
    "Back from the identity provider",
    html`<p><a href="/${APP_SEGMENT}">Sign in again</a></p>`,
    `
const state = sessionStorage.getItem("state") ?? undefined;
sessionStorage.removeItem("state");
const show = (text) => { document.getElementById("answer").textContent = text; };
if (params.get("error")) show("The provider says: " + params.get("error"));
else if (params.get("state") !== state) show("This sign-in was not begun here.");
else call("POST", "/v1/users/login", { provider: "GOOGLE", code: params.get("code"), originUrl: home, state });
history.replaceState(null, "", location.pathname);
`,
  );
}

function confirmPage(): string {
  return formPage(
    "Confirm your address",
    html`<p><button id="confirm">Confirm my address</button></p>`,
    'on("confirm", () => call("PUT", "/v1/users/confirm", { token }));',
  );
}

function resetPage(): string {
  return formPage(
    "Choose a new password",
    html`<p><label>New password <input id="password" type="password" minlength="8"></label></p>
<p><button id="reset">Change it</button></p>`,
    'on("reset", () => call("POST", "/v1/users/reset-forgot-password", { token, password: value("password") }));',
  );
}

function invitationPage(): string {
  return formPage(
    "You are invited",
    html`<p><button id="accept">Accept</button> <button id="reject">Reject</button></p>`,
    `
const path = "/v1/businesses/" + encodeURIComponent(params.get("businessId") ?? "") + "/invitation";
on("accept", () => call("PUT", path, { token, action: "ACCEPT" }));
on("reject", () => call("PUT", path, { token, action: "REJECT" }));
`,
  );
}
