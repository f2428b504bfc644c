/** A sample of the text format of Prometheus. */
export interface Sample {
  metric: string;
  labels: Record<string, string>;
  value: number;
}

/** @throws TypeError for a line that is neither comment nor sample */
export function samplesOf(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, metric, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (metric === undefined) throw new TypeError(`not a sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    return {
      metric,
      labels: Object.fromEntries(pairs.map(([, name = '', label = '']) => [name, label])),
      value: Number(value),
    };
  });
}
