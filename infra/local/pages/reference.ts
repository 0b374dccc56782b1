import { createReadStream, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";

// The viewer may speak to this server alone: no fonts, proxies, telemetry or assistants from elsewhere.
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
].join("; ");

/** The reference of the API: Scalar's viewer over the OpenAPI document that the API itself serves. */
export function referencePage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The document that it shows is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
<script src="/_local/reference.js"></script>
<script>
Scalar.createApiReference("#reference", {
  url: "/v1/openapi.json",
  servers: [{ url: location.origin, description: "This machine" }],
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: true,
  defaultOpenAllTags: false,
  metaData: { title: "API reference" },
});
</script>
</body>
</html>
`;
}

/** Serves the viewer from its package. */
export function referenceScript(incoming: IncomingMessage, response: ServerResponse): void {
  const file = viewerFile();
  const { mtimeMs, size } = statSync(file);
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
  const headers = { "content-type": "text/javascript; charset=utf-8", etag, "cache-control": "no-cache" };
  if (incoming.headers["if-none-match"] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const gzip = /\bgzip\b/.test(String(incoming.headers["accept-encoding"] ?? ""));
  response.writeHead(200, {
    ...headers,
    vary: "accept-encoding",
    ...(gzip && { "content-encoding": "gzip" }),
  });
  const source = createReadStream(file);
  const done = (error: unknown) => error && response.destroy();
  if (gzip) pipeline(source, createGzip({ level: 1 }), response, done);
  else pipeline(source, response, done);
}

function viewerFile(): string {
  // The package exports its modules, not this file: found from its entry.
  const entry = createRequire(import.meta.url).resolve("@scalar/api-reference");
  return join(entry, "..", "browser", "standalone.js");
}
