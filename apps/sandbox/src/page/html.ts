const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for elements and quoted attributes. */
export function escapeHtml(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** @returns a table with a caption and escaped values */
export function table(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly unknown[])[],
): string {
  const head = headings.map((heading) => `<th scope="col">${escapeHtml(heading)}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${row.map((value) => `<td>${escapeHtml(value)}</td>`).join('')}</tr>`)
    .join('\n');
  const content =
    rows.length > 0
      ? `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
      : '<p>None yet.</p>';
  return `<section><h2>${escapeHtml(caption)} <small>${rows.length}</small></h2><div class="scroll">${content}</div></section>`;
}

const styles = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 80rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
small { font-weight: 400; opacity: .75; } p { margin: .25rem 0; }
.scroll { overflow-x: auto; border: 1px solid #8886; border-radius: .5rem; padding: .25rem .5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: start; padding: .4rem .75rem .4rem 0; vertical-align: top; border-bottom: 1px solid #8883; }
pre { white-space: pre-wrap; }
iframe { width: 100%; height: 40rem; border: 1px solid #8883; border-radius: .5rem; background: #fff; }
th { white-space: nowrap; } tr:last-child td { border-bottom: 0; }
`;

/** @returns a page that reloads every five seconds, unless `refresh` is false */
export function page(
  title: string,
  introduction: string,
  sections: readonly string[],
  { refresh = true } = {},
): string {
  const refreshes = refresh ? '<meta http-equiv="refresh" content="5">' : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${refreshes}<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${styles}</style></head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(introduction)}</p>
${sections.join('\n')}
</body></html>
`;
}
