/**
 * Samples of all emails for the component catalogue. As in an email program, an email is as wide as the
 * window, but at most 700 px.
 */
import type { ComponentSamples } from '@meridian/ui/catalogue/sample';
import type { SyntheticEvent } from 'react';
import { type MailData, type MailKind, mailKinds, mails } from '../src/kinds.ts';
import { sampleSender } from '../src/parts/sample-data.ts';
import { renderMail } from '../src/render-mail.ts';

/** Sets the height of the frame to that of its content. */
function fit({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>): void {
  const height = frame.contentDocument?.documentElement.scrollHeight;
  if (height) frame.style.height = `${height}px`;
}

const size = { width: '100%', height: 900, border: 0 };

function Mail<Kind extends MailKind>({
  kind,
  data,
  title,
}: {
  kind: Kind;
  data: MailData[Kind];
  title: string;
}) {
  const { subject, html } = renderMail(kind, data, sampleSender);
  return (
    <div style={{ maxWidth: 700 }}>
      <p>{subject}</p>
      <iframe title={title} srcDoc={html} onLoad={fit} style={size} />
    </div>
  );
}

const samplesOf = (kind: MailKind) =>
  Object.entries(mails[kind].samples).map(([variant, data]) => {
    const state = `${kind.replaceAll('_', ' ')}, ${variant}`;
    return { state, content: <Mail kind={kind} data={data} title={state} /> };
  });

/** @public The catalogue finds this export by the name of the file. */
export const samples: readonly ComponentSamples[] = [
  { component: 'Mails', wide: true, samples: mailKinds.flatMap(samplesOf) },
];
