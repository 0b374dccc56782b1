import { html, type SafeHtml, trustedHtml } from "#core/html.ts";

/** A page of a stand-in for another product; it must not look like ours. */
export function standInPage(title: string, body: SafeHtml): string {
  // Safe: the style is a constant of this project.
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trustedHtml(STYLE)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.toString();
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem; }
button, input, select { font: inherit; padding: .375rem .75rem; max-width: 100%; }
label { display: block; }
label > input { display: block; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; }
details { border: 1px solid; border-radius: .5rem; padding: .5rem 1rem; margin: .5rem 0; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; }
`;
