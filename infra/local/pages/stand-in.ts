/** A whole page of what stands in for somebody else's product; it has a look of its own, as theirs do. */
export function standInPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** A text as it may stand in HTML, between tags or in a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
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
