/** Text in which backticks enclose commands. */
export function WithCode({ text }: { text: string }) {
  const parts = text.split('`');
  return parts.map((part, at) => {
    const offset = parts.slice(0, at).join('`').length;
    return at % 2 === 0 ? (
      part
    ) : (
      <code key={offset} className="text-sm">
        {part}
      </code>
    );
  });
}
